import ReleaseModel
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// The way back: only when the signed states say that the running release is withdrawn.
@Suite struct WithdrawnReleaseTests {
  /// A device that runs the last of these signed releases, and a server that may offer any of them.
  private func running(
    _ releases: [(String, Int64)], _ body: (inout SignedWorld, [SimulatedRelease]) throws -> Void
  ) throws {
    try SignedWorld.with { (world) throws in
      let made = try releases.map { (version, sequence) throws in
        try world.release(version, sequence: sequence)
      }
      for release in made { try world.publish(release) }
      #expect(try world.install().outcome == .installed)
      try body(&world, made)
    }
  }

  @Test(arguments: [
    [("1.0.0", 1), ("2.0.0", 2)] as [(String, Int64)],
    // A higher version that was signed before only looks like progress.
    [("3.0.0", 1), ("2.0.0", 2)],
  ])
  func `what is lower or was published before is refused unless the running release is withdrawn`(
    releases: [(String, Int64)]
  ) throws {
    try running(releases) { (world, made) throws in
      try world.registry.offer(made[0])
      let refused = try world.install()
      #expect(refused.outcome == .refused)
      #expect(refused.reason == "downgrade_refused")
      #expect(refused.message.contains(releases[0].0) && refused.message.contains("2.0.0"))
      #expect(refused.current?.version == "2.0.0")
      try world.repository.pause("2.0.0")
      try world.serve()
      let moved = try world.install()
      #expect(moved.outcome == .movedFromWithdrawn)
      #expect(moved.current?.version == releases[0].0)
    }
  }

  @Test func `a lower version of a higher sequence is no update either`() throws {
    try running([("2.0.0", 2)]) { (world, _) throws in
      try world.publish(world.release("1.9.0", sequence: 3))
      #expect(try world.refusal() == "downgrade_refused")
    }
  }

  @Test func `an old answer about a paused release is refused`() throws {
    try running([("1.0.0", 1)]) { (world, _) throws in
      try world.publish(world.release("2.0.0", sequence: 2))
      try world.repository.pause("2.0.0")
      try world.serve()
      let result = try world.install()
      #expect(result.outcome == .refused)
      #expect(result.reason == "release_withdrawn")
    }
  }

  @Test func `a retired release is refused like a paused one`() throws {
    try running([("1.0.0", 1)]) { (world, _) throws in
      try world.publish(world.release("2.0.0", sequence: 2))
      world.repository.states.channels[try Channel(parsing: "production"), default: .init()].retired = [
        try SemanticVersion(parsing: "2.0.0")
      ]
      try world.serve()
      #expect(try world.refusal() == "release_withdrawn")
    }
  }

  @Test func `states that are older than the answer are read once more`() throws {
    try running([("1.0.0", 1), ("2.0.0", 2)]) { (world, made) throws in
      try world.repository.pause("2.0.0")
      try world.repository.publish()
      try world.registry.offer(made[0])
      world.registry.serveAfterAnswer(world.repository)
      #expect(try world.install().outcome == .movedFromWithdrawn)
    }
  }

  @Test func `the rule is applied again, under the lock, before the pointer is replaced`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("3.0.0", sequence: 3))
      let newer = try TestDevice(trustRoot: world.repository.pinnedRoot)
      try newer.install(world.registry.url)
      let pointer = try #require(try newer.bytes("current.json"))
      // 2.0.0 is on its way when something moves the device to 3.0.0.
      try world.repository.sign(world.release("1.0.0", sequence: 1))
      let offered = try world.release("2.0.0", sequence: 2)
      try world.publish(offered)
      let (folder, newerFolder) = (world.device.folder, newer.folder)
      world.device.installation.environment.freeBytes = { _ in
        do {
          for name in ["index.html", "assets/app.js", "assets/names with spaces/100%20 + 1.txt", "empty.txt"]
          {
            let file = "documents/mobile-web/releases/3.0.0/\(name)"
            try folder.write(try newerFolder.read(file), to: file)
          }
          try folder.write(pointer, to: "documents/mobile-web/current.json")
        } catch {
          Issue.record(error)
        }
        return 1 << 40
      }
      let result = try world.device.install(world.registry.url)
      #expect(result.outcome == .refused)
      #expect(result.reason == "downgrade_refused")
      #expect(try world.device.bytes("current.json") == pointer)
      #expect(try world.device.names("releases") == ["3.0.0"])
      #expect(try world.device.installation.status().complete)
    }
  }
}
