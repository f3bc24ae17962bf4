import ReleaseModel
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// Metadata that is served too long or again, and clocks that are wrong by years.
@Suite struct StaleMetadataTests {
  private static let now: Int64 = 1_784_700_000
  private static let year: Int64 = 365 * 86_400

  /// A device that runs 1.0.0, with 1.1.0 signed and offered.
  private func updatable(_ body: (inout SignedWorld) throws -> Void) throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      try body(&world)
    }
  }

  @Test(arguments: [
    ("timestamp", "expired_timestamp"), ("snapshot", "expired_snapshot"), ("targets", "expired_targets"),
    ("status", "expired_targets"), ("production", "expired_targets"),
  ])
  func `metadata whose time is over is refused by its name, and what is installed goes on`(
    role: String, code: String
  ) throws {
    try updatable { (world) throws in
      world.repository.simulator.expiries[ExactText(role)] = Timestamp(secondsSinceEpoch: Self.now)
      try world.publish(world.release("1.1.0", sequence: 2))
      let result = try world.install()
      #expect(result.outcome == .notTrusted)
      #expect(result.reason == code)
      #expect(result.message.contains("'\(role)'"))
      #expect(result.current?.version == "1.0.0")
      #expect(
        try world.device.installation.beginLaunch(wrapperVersion: "4.5.0").launch?.version == "1.0.0")
    }
  }

  @Test func `a frozen server is noticed when its timestamp expires`() throws {
    try updatable { (world) throws in
      let day = Self.now + 86_400
      world.repository.simulator.expiries["timestamp"] = Timestamp(secondsSinceEpoch: day)
      try world.serve()
      #expect(try world.install().outcome == .current)
      world.setClock(day)
      #expect(try world.refusal() == "expired_timestamp")
      #expect(try world.device.installation.status().lastRefusal?.refusedAt == "2026-07-23T06:00:00Z")
    }
  }

  @Test func `metadata that is older than what was trusted is refused, and so is its answer`() throws {
    try updatable { (world) throws in
      let old = world.repository.simulator.files
      let older = try world.release("1.1.0", sequence: 2)
      try world.publish(older)
      #expect(try world.install().outcome == .installed)
      world.registry.serve(metadata: old)
      try world.registry.offer(world.release("1.0.0", sequence: 1))
      let result = try world.install()
      #expect(result.outcome == .notTrusted)
      #expect(result.reason == "version_rollback")
      #expect(result.current?.version == "1.1.0")
      #expect(try world.device.installation.status().lastRefusal?.code == "version_rollback")
    }
  }

  /// What is asked of the device with any clock: a repair, an update, an old answer, a paused one, and the way back.
  private func story(clock: Int64) throws -> [String] {
    var seen: [String] = []
    try updatable { (world) throws in
      world.setClock(clock)
      let next = try world.release("1.1.0", sequence: 2)
      try world.publish(next)
      seen.append(try outcome(world))
      let first = try world.release("1.0.0", sequence: 1)
      try world.registry.offer(first)
      seen.append(try outcome(world))
      try world.repository.pause("1.1.0")
      try world.serve()
      try world.registry.offer(next)
      seen.append(try outcome(world))
      try world.registry.offer(first)
      seen.append(try outcome(world))
    }
    return seen
  }

  private func outcome(_ world: SignedWorld) throws -> String {
    let result = try world.install()
    return "\(result.current?.version ?? "none") \(result.reason ?? result.outcome.rawValue)"
  }

  @Test func `a clock ten years behind changes nothing that is selected`() throws {
    let expected = [
      "1.1.0 installed", "1.1.0 downgrade_refused", "1.1.0 release_withdrawn", "1.0.0 moved_from_withdrawn",
    ]
    #expect(try story(clock: Self.now) == expected)
    #expect(try story(clock: Self.now - 10 * Self.year) == expected)
  }

  @Test func `a clock ten years ahead keeps what is installed, and says why`() throws {
    #expect(
      try story(clock: Self.now + 10 * Self.year) == Array(repeating: "1.0.0 expired_root", count: 4))
  }

  @Test func `a clock that is behind is told from the offered release`() throws {
    try updatable { (world) throws in
      world.setClock(Self.now - 10 * Self.year)
      try world.publish(world.release("1.1.0", sequence: 2))
      let result = try world.install()
      #expect(result.outcome == .installed)
      #expect(result.notices.map(\.code) == [.clockBehind])
    }
  }
}
