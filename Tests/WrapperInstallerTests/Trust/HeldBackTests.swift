import ReleaseModel
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// A server that names less than what was signed and is offered to everybody: reported, and judged by the other rules.
@Suite struct HeldBackTests {
  /// Signs 1.0.0 to 1.2.0, and offers the one in the middle.
  private func heldBack(
    newestRange: String = "*", _ change: (inout SignedWorld) throws -> Void = { _ in }
  ) throws -> InstallResult {
    try SignedWorld.with { (world) throws in
      let offered = try world.release("1.1.0", sequence: 2)
      try world.publish(
        world.release("1.0.0", sequence: 1), world.release("1.2.0", sequence: 3, wrapperRange: newestRange),
        offered)
      try change(&world)
      return try world.install()
    }
  }

  @Test func `a newer signed release that the server does not name is reported, and stays in status`() throws
  {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.2.0", sequence: 2), world.release("1.1.0", sequence: 1))
      let result = try world.install()
      #expect(result.outcome == .installed)
      #expect(result.current?.version == "1.1.0")
      #expect(result.notices.map(\.code) == [.heldBack])
      #expect(result.notices.first?.message.contains("1.2.0") == true)
      let status = try world.device.installation.status()
      #expect(status.notices.map(\.code) == [.heldBack])
      try world.registry.offer(world.release("1.2.0", sequence: 2))
      #expect(try world.install().notices.isEmpty)
      #expect(try world.device.installation.status().notices.isEmpty)
    }
  }

  @Test func `a server that says there is nothing is held against what was signed`() throws {
    let result = try heldBack { $0.registry.offerNothing(reason: "no_published_release") }
    #expect(result.outcome == .nothingOffered)
    #expect(result.notices.map(\.code) == [.heldBack])
  }

  @Test(arguments: ["^5.0.0", "4.5.0-rc.1"])
  func `a release for other wrappers is not missed`(range: String) throws {
    #expect(try heldBack(newestRange: range).notices.isEmpty)
  }

  @Test func `a paused release is not missed`() throws {
    let result = try heldBack { (world) throws in
      try world.repository.pause("1.2.0")
      try world.serve()
    }
    #expect(result.notices.isEmpty)
  }

  @Test func `a release that is offered to a share of the devices is not missed`() throws {
    let result = try heldBack { (world) throws in
      world.repository.states.channels[try Channel(parsing: "production"), default: .init()].partial = [
        try SemanticVersion(parsing: "1.2.0"): 5_000
      ]
      try world.serve()
    }
    #expect(result.notices.isEmpty)
  }

  @Test func `what runs already is not missed`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1), world.release("1.1.0", sequence: 2))
      #expect(try world.install().outcome == .installed)
      world.registry.offerNothing(reason: "no_published_release")
      #expect(try world.notices() == [])
    }
  }

  @Test func `a release that is published after the answer is not missed`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      let offered = try world.release("1.1.0", sequence: 2)
      try world.repository.sign(offered)
      try world.repository.sign(world.release("1.2.0", sequence: 3))
      try world.repository.publish()
      try world.registry.offer(offered)
      world.registry.serveAfterAnswer(world.repository)
      let result = try world.install()
      #expect(result.outcome == .installed)
      #expect(result.notices.isEmpty)
    }
  }
}
