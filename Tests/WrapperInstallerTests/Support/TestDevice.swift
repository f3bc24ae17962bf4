import Cryptography
import HTTPClient
import ReleaseModel
import ReleaseTesting
import Synchronization

@testable import WrapperInstaller

/// A device with a documents folder of its own, a clock that stands still, and no waiting.
struct TestDevice {
  let folder: TemporaryFolder
  var installation: Installation

  init(builtIn: Bool = false, builtInVersion: String? = nil, trustRoot: [UInt8]? = nil) throws {
    folder = try TemporaryFolder()
    try folder.write([], to: "documents/.keep")
    var builtInRelease: BuiltInRelease?
    if builtIn {
      try folder.write(Array("built in".utf8), to: "built-in/index.html")
      builtInRelease = BuiltInRelease(folder: folder.path("built-in"), version: builtInVersion)
    }
    var settings = InstallerSettings()
    settings.maximumAttempts = 2
    settings.trustRoot = trustRoot
    installation = Installation(
      documentsFolder: folder.path("documents"), builtIn: builtInRelease, settings: settings,
      environment: .unmoved)
  }

  /// The path of something in `mobile-web`.
  func path(_ name: String) -> String { folder.path("documents/mobile-web/\(name)") }

  /// The names in a folder of `mobile-web`.
  func names(_ name: String = "") throws -> [String] { try folder.names(in: "documents/mobile-web/\(name)") }

  /// The bytes of a file in `mobile-web`; nil when there is none.
  func bytes(_ name: String) throws -> [UInt8]? {
    try? folder.read("documents/mobile-web/\(name)")
  }

  /// Writes a file into `mobile-web`.
  func write(_ text: String, to name: String) throws {
    try folder.write(Array(text.utf8), to: "documents/mobile-web/\(name)")
  }

  func source(
    _ server: String, wrapperVersion: String = "4.5.0", channel: String = "production"
  ) throws -> ReleaseSource {
    try ReleaseSource(server: server, channel: channel, platform: "ios", wrapperVersion: wrapperVersion)
  }

  /// Installs what the server offers.
  @discardableResult
  func install(
    _ server: String, wrapperVersion: String = "4.5.0", channel: String = "production"
  ) throws -> InstallResult {
    try installation.install(from: source(server, wrapperVersion: wrapperVersion, channel: channel))
  }

  /// Installs what the server offers, and returns the failure.
  func installError(_ server: String) throws -> InstallerError? {
    do {
      try install(server)
      return nil
    } catch let error as InstallerError {
      return error
    }
  }
}

extension DeviceEnvironment {
  /// A clock that stands still, plenty of room, no waits.
  static var unmoved: DeviceEnvironment {
    DeviceEnvironment(
      now: { Timestamp(secondsSinceEpoch: 1_784_700_000) }, freeBytes: { _ in 1 << 40 },
      random: DeviceEnvironment.system.random,
      http: HTTPClientEnvironment(secondsSinceEpoch: { 1_784_700_000 }, wait: { _, _ in }, random: { 0 }))
  }
}

/// Runs `body` with a registry simulator and a folder to make releases in.
func withRegistry<Value>(_ body: (RegistrySimulator, TemporaryFolder) throws -> Value) throws -> Value {
  let registry = try RegistrySimulator()
  defer { registry.stop() }
  return try body(registry, try TemporaryFolder())
}

/// Text that hardly compresses, the same every time.
func incompressibleText(bytes: Int) -> String {
  var state: UInt64 = 88_172_645_463_325_252
  return String(
    decoding: (0..<bytes).map { _ -> UInt8 in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(33 + state % 90)
    }, as: UTF8.self)
}
