import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// State files with numbers that no installer writes.
@Suite struct DamagedNumberTests {
  private static let impossible = ["9223372036854775807", "-1", "1e99", "18446744073709551616"]

  private func withDevice(_ body: (TestDevice, RegistrySimulator) throws -> Void) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      try body(device, registry)
    }
  }

  @Test(arguments: impossible)
  func `attempts that cannot be counted rebuild the pointer`(number: String) throws {
    try withDevice { (device, _) throws in
      try device.falsify("current.json", "\"attempts\":0", "\"attempts\":\(number)")
      let launch = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(launch.outcome == .installed)
      #expect(launch.notices.first?.code == .pointerDamaged)
    }
  }

  @Test(arguments: impossible)
  func `failures that cannot be counted damage the blocked list`(number: String) throws {
    try withDevice { (device, _) throws in
      _ = try device.installation.rollback()
      try device.falsify("blocked.json", "\"count\":1", "\"count\":\(number)")
      let launch = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(launch.notices.first?.code == .blockedListDamaged)
    }
  }

  @Test func `counting stops at the largest count that can be read again`() throws {
    try withDevice { (device, _) throws in
      _ = try device.installation.rollback()
      try device.falsify("blocked.json", "\"count\":1", "\"count\":1000000000")
      var blocked = try device.installation.existingState(during: .status).blocked
      let entry = try #require(blocked.entries.first)
      blocked.block(
        entry.artifactSha256, version: try #require(entry.version), stage: .launch, code: "x",
        at: entry.lastFailedAt)
      #expect(blocked.entries.map(\.count) == [1_000_000_000])
    }
  }
}
