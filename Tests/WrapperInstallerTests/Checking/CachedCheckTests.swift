import Foundation
import ReleaseModel
import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct CachedCheckTests {
  private static let advice =
    #"{"data":{"status":"updateRequired","severity":"required","wrapperVersion":"4.5.0","channel":"production","#
    + #""platform":"ios","latestVersion":"4.10.0","minimumVersion":"4.9.1","policyId":"p"}}"#

  /// A device whose clock a test moves.
  private final class Clock: Sendable {
    private let seconds = Mutex<Int64>(1_784_700_000)

    func pass(seconds: Int64) { self.seconds.withLock { $0 += seconds } }

    func device() throws -> TestDevice {
      var device = try TestDevice()
      device.installation.environment.now = { Timestamp(secondsSinceEpoch: self.seconds.withLock { $0 }) }
      return device
    }
  }

  @Test func `an installation asks every time, with what it knows, and believes only the answer`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(try device.install(registry.url).outcome == .current)
      #expect(registry.requests.count { $0 == "check" } == 2)
      #expect(registry.conditions.first == .some(nil))
      #expect(registry.conditions.last??.isEmpty == false)
    }
  }

  /// The promise is that a pause is immediate: what was kept a moment ago is not installed once the server says otherwise.
  @Test func `a release that is paused after a check is not installed, however fresh the check is`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      let source = try device.source(registry.url)
      try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
      #expect(try device.installation.offeredRelease(from: source).version == "1.0.0")
      registry.offerNothing(reason: "no_published_release")
      #expect(try device.install(registry.url).outcome == .nothingOffered)
      #expect(registry.downloads == 0)
      // The server's word also ends what was kept.
      #expect(try device.installation.offeredRelease(from: source).outcome == .nothingOffered)
    }
  }

  @Test(arguments: [500, 503, 429]) func `what was kept is never installed in place of an answer`(
    status: Int
  ) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
      _ = try device.installation.offeredRelease(from: device.source(registry.url))
      registry.answer(status, "")
      let result = try device.install(registry.url)
      #expect(result.outcome == .nothingInstalled)
      #expect(result.reason == "status_\(status)")
      registry.stop()
      #expect(try device.install(registry.url).outcome == .nothingInstalled)
      #expect(registry.downloads == 0)
    }
  }

  @Test func `what is offered is shown from what was kept, fresh and without the network`() throws {
    try withRegistry { (registry, folder) throws in
      let clock = Clock()
      let device = try clock.device()
      let source = try device.source(registry.url)
      try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
      #expect(try device.installation.offeredRelease(from: source).standing == .server)
      #expect(try device.installation.offeredRelease(from: source).standing == .fresh)
      #expect(registry.requests == ["check"])
      clock.pass(seconds: 300)
      #expect(try device.installation.offeredRelease(from: source).standing == .confirmed)
      registry.stop()
      clock.pass(seconds: 24 * 3_600)
      let stale = try device.installation.offeredRelease(from: source)
      #expect(stale.standing == .stale)
      #expect(stale.version == "1.0.0")
      #expect(stale.ageSeconds == 86_400)
      clock.pass(seconds: 1)
      #expect(try device.installation.offeredRelease(from: source).outcome == .unavailable)
    }
  }

  @Test func `another wrapper, channel or server gets nothing of what was kept`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
      _ = try device.installation.offeredRelease(from: device.source(registry.url))
      registry.answer(503, "")
      let other = try RegistrySimulator()
      other.stop()
      for source in [
        try device.source(registry.url, wrapperVersion: "4.6.0"),
        try device.source(registry.url, channel: "beta"), try device.source(other.url),
      ] {
        #expect(try device.installation.offeredRelease(from: source).outcome == .unavailable)
      }
    }
  }

  @Test func `native advice is kept for 5 minutes, and an old required is only a recommendation`() throws {
    try withRegistry { (registry, _) throws in
      let clock = Clock()
      let device = try clock.device()
      let source = try device.source(registry.url)
      registry.answer(200, Self.advice)
      #expect(try device.installation.checkNativeUpdate(from: source).severity == .required)
      registry.answer(500, "")
      clock.pass(seconds: 299)
      let fresh = try device.installation.checkNativeUpdate(from: source)
      #expect(fresh.severity == .required)
      #expect(!fresh.isStale)
      #expect(registry.requests.count == 1)
      clock.pass(seconds: 1)
      let stale = try device.installation.checkNativeUpdate(from: source)
      #expect(stale.severity == .recommended)
      #expect(stale.isStale)
      #expect(stale.latestVersion == "4.10.0")
      clock.pass(seconds: 24 * 3_600)
      #expect(throws: InstallerError.self) { try device.installation.checkNativeUpdate(from: source) }
    }
  }

  @Test func `whoever wants the server's word on native advice gets it`() throws {
    try withRegistry { (registry, _) throws in
      let device = try TestDevice()
      try device.write("", to: ".keep")
      let source = try device.source(registry.url)
      registry.answer(200, Self.advice)
      _ = try device.installation.checkNativeUpdate(from: source)
      _ = try device.installation.checkNativeUpdate(from: source, .requireServer)
      #expect(registry.requests.count == 2)
      registry.stop()
      #expect(throws: InstallerError.self) {
        try device.installation.checkNativeUpdate(from: source, .requireServer)
      }
    }
  }

  @Test func `a cache that is damaged, or is no folder, changes nothing`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      for name in try device.names("cache") { try device.write("{", to: "cache/\(name)") }
      #expect(try device.install(registry.url).outcome == .current)
      try FileManager.default.removeItem(atPath: device.path("cache"))
      try device.write("", to: "cache")
      let result = try device.install(registry.url)
      #expect(result.outcome == .current)
      #expect(result.notices.map(\.code).contains(.layoutRepaired))
    }
  }

  @Test func `a kept answer that the app cannot read any more is asked for anew`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      let source = try device.source(registry.url)
      registry.answer(200, #"{"data":{"of":"another version"}}"#)
      #expect(throws: InstallerError.self) { try device.installation.offeredRelease(from: source) }
      try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
      #expect(try device.installation.offeredRelease(from: source).version == "1.0.0")
      #expect(registry.conditions == [nil, nil])
    }
  }

  @Test func `an entity tag that cannot be sent back is not kept`() {
    for tag in ["\"a\u{1}\"", "", String(repeating: "x", count: 300), "\"ä\""] {
      #expect(ReadResponse.sendable(tag) == nil)
    }
    #expect(ReadResponse.sendable("W/\"abc\"") == "W/\"abc\"")
  }
}
