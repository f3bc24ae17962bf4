import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// A device that pinned a root takes what was signed, and nothing else.
@Suite struct SignedInstallTests {
  @Test func `a signed release is installed, then the next one, and nothing is left to say`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      #expect(try world.install().outcome == .current)
      try world.publish(world.release("1.1.0", sequence: 2))
      let result = try world.install()
      #expect(result.outcome == .installed)
      #expect(result.notices.isEmpty)
      let status = try world.device.installation.status()
      #expect(status.trust == TrustStatus(mode: .signed, rootVersion: 1))
      #expect(status.lastRefusal == nil)
      #expect(status.notices.isEmpty)
    }
  }

  @Test func `a repository that names its newest root is asked once when nothing changed`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      world.registry.nameRoot(1)
      #expect(try world.install().outcome == .installed)
      let before = world.registry.metadataRequests.count
      #expect(try world.install().outcome == .current)
      #expect(Array(world.registry.metadataRequests.dropFirst(before)) == ["timestamp.json"])
    }
  }

  @Test func `without a root everything works and every answer says that nothing is verified`() throws {
    try SignedWorld.with { (world) throws in
      world.device = try TestDevice()
      try world.registry.offer(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      #expect(try world.notices() == [.notVerified])
      let status = try world.device.installation.status()
      #expect(status.trust == TrustStatus(mode: .development, rootVersion: nil))
      #expect(status.notices.map(\.code) == [.notVerified])
      #expect(world.registry.metadataRequests.isEmpty)
    }
  }

  @Test func `a device that once had a root goes on with it when it is not given again`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      world.device.installation.settings.trustRoot = nil
      try world.registry.offer(world.release("2.0.0", sequence: 2))
      #expect(try world.refusal() == "release_not_signed")
      #expect(try world.device.installation.status().trust.mode == .signed)
    }
  }

  @Test func `a server without signed metadata gets nothing installed`() throws {
    try SignedWorld.with { (world) throws in
      try world.registry.offer(world.release("1.0.0", sequence: 1))
      let result = try world.install()
      #expect(result.outcome == .notTrusted)
      #expect(result.reason == "metadata_not_found")
      #expect(result.current == nil)
      #expect(world.registry.requests.isEmpty, "an answer that nothing can vouch for is not asked for")
    }
  }

  @Test(arguments: [408, 429, 500, 503])
  func `a server that cannot answer now is offline, not a liar`(status: Int) throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      world.registry.answerMetadata(with: status)
      let result = try world.install()
      #expect(result.outcome == .offlineUsingInstalled)
      #expect(result.reason == "status_\(status)")
      #expect(try world.device.installation.status().lastRefusal == nil)
    }
  }

  @Test func `a server that is gone is offline, and what is installed starts`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      world.registry.stop()
      #expect(try world.install().outcome == .offlineUsingInstalled)
      let launch = try world.device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(launch.launch?.version == "1.0.0")
    }
  }

  @Test func `a damaged release is repaired only while it is signed`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      try world.device.write("changed", to: "releases/1.0.0/index.html")
      #expect(try world.install().outcome == .repaired)
    }
  }

  @Test func `a pinned root that is none is refused, and what is installed starts`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      let other = try TestDevice(trustRoot: Array("{}".utf8))
      #expect(try other.install(world.registry.url).reason == "invalid_metadata")
      #expect(try other.names("releases") == [])
    }
  }

  @Test func `a channel that nobody may sign for gets nothing`() throws {
    try SignedWorld.with { (world) throws in
      let release = try world.release("1.0.0", sequence: 1)
      try world.publish(release)
      try world.registry.offer(release, channel: "nightly")
      let result = try world.device.install(world.registry.url, channel: "nightly")
      #expect(result.reason == "role_not_delegated")
      #expect(result.message.contains("'nightly'"))
    }
  }
}
