import Glibc
import ReleaseTesting
import Testing

/// A server that is killed at any moment of a publish loses nothing that it acknowledged and leaves no half state.
@Suite struct KillTests {
  private static let rounds = 25
  private static let seed: UInt64 = 20_260_721

  /// Knuth's MMIX generator: the same moments in every run.
  private struct Moments {
    var state: UInt64

    /// A fraction of 1.
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
  }

  @Test func `loses nothing acknowledged, whenever it is killed`() throws {
    let registry = try RunningRegistry()
    let began = ContinuousClock.now
    #expect(try registry.publish(registry.site("measure", fillerBytes: 200_000), "0.1.0").status == 0)
    let (_, attoseconds) = (ContinuousClock.now - began).components
    let whole = Double(attoseconds) / 1e9
    var moments = Moments(state: Self.seed)
    var acknowledged = ["0.1.0"]
    for round in 1...Self.rounds {
      let version = "1.\(round).0"
      let site = try registry.site("round\(round)", fillerBytes: 200_000)
      let publish = try ChildProcess(
        Relctl.path, registry.publishing(site, version), environment: registry.environment)
      pause(nanoseconds: moments.next() * whole)
      registry.kill()
      try Self.leaveOrphans(in: registry.folder, round)
      try registry.start()
      // The publish tries again by itself; whether it still succeeds is a matter of luck, what it says is not.
      if publish.wait() == .exited(0) { acknowledged.append(version) }

      let listed = try JSON(try registry.relctl("release", "list", "production", "--output", "json").output)
        .elements
      let published = Set(
        listed.filter { $0["state"]?.string == "published" }.compactMap { $0["releaseVersion"]?.string })
      #expect(published.isSuperset(of: acknowledged), "round \(round)")
      let doctor = try Relctl.run(["doctor", "--data", registry.dataFolder])
      #expect(doctor.status == 0, "round \(round): \(doctor)")
      #expect(doctor.output == "'\(registry.dataFolder)' is healthy.\n", "round \(round)")
      #expect(try registry.relctl("audit", "verify").status == 0, "round \(round)")
      // Whatever was left behind, the same command brings it to its end.
      let again = try registry.publish(site, version)
      #expect(again.status == 0, "round \(round): \(again)")
      acknowledged.append(version)
    }
    #expect(try registry.folder.names(in: "data/incoming").isEmpty)
  }

  /// Leaves what a kill between a file and its record does: these moments are too short for a random one to hit.
  private static func leaveOrphans(in folder: TemporaryFolder, _ round: Int) throws {
    let digits = String(round, radix: 16)
    let digest = String(repeating: "0", count: 64 - digits.count) + digits
    try folder.write("zip".utf8, to: "data/artifacts/\(digest).zip")
    try folder.write("{}".utf8, to: "data/trees/\(digest).json")
    try folder.write("half".utf8, to: "data/incoming/\(digest)")
  }

  /// Lets a random while pass: the one wait of these tests, because the moment is what is tested.
  private func pause(nanoseconds: Double) {
    var time = timespec(tv_sec: 0, tv_nsec: Int(min(nanoseconds, 9e8)))
    nanosleep(&time, nil)
  }
}
