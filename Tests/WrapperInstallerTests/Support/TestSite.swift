import ReleaseBundle
import ReleaseTesting
import Synchronization

@testable import WrapperInstaller

/// A local server of a small release, in a folder of its own.
final class TestSite: Sendable {
  private static let files: KeyValuePairs = [
    "index.html": "<!doctype html><title>app</title>", "app.js": "run()", "assets/a b.css": "body{}",
    "assets/caf\u{e9}.js": "un()", "assets/100%25.js": "literal", "clip.mp4": "0123456789", "empty.txt": "",
    "_wrapper/bridge.js": "stolen()", "_wrapper/other.js": "hidden()",
  ]

  let folder: TemporaryFolder
  let server: LocalContentServer
  let failures = Failures()
  let device: ScriptedDevice
  let openings = Openings()
  let port: UInt16

  init(version: String? = "1.0.0") throws {
    folder = try TemporaryFolder()
    server = LocalContentServer { [failures] in failures.note($0) }
    for (name, text) in Self.files { try folder.write(Array(text.utf8), to: "tree/\(name)") }
    device = try ScriptedDevice()
    let content = try Self.content(folder, device, version: version, openings)
    port = UInt16(try server.start(content).split(separator: ":").last ?? "") ?? 0
  }

  deinit { server.stop() }

  /// What to serve of the same files as another release.
  func content(version: String? = "1.0.0") throws -> ServedContent {
    try Self.content(folder, device, version: version, openings)
  }

  func answer(
    _ target: String, method: String = "GET", fields: [String] = [], body: String? = nil
  ) async throws -> LocalAnswer {
    try await LocalAnswer.of(port, method, target, fields: fields, body: body)
  }

  private static func content(
    _ folder: TemporaryFolder, _ device: ScriptedDevice, version: String?, _ openings: Openings
  ) throws -> ServedContent {
    let tree = try ContentTree(
      folder: folder.path("tree"), manifest: try TreeVerifier().manifest(of: folder.path("tree")),
      entryFile: "index.html")
    let facts = try WrapperFacts(platform: "ios", wrapperVersion: "4.6.0", webReleaseVersion: version)
    return ServedContent(
      tree: tree, version: version,
      bridge: LaunchBridge(Bridge(device), facts: facts, token: "secret-token", url: "/index.html"),
      pageOpened: { openings.note() })
  }

  /// Collects what the server reports.
  final class Failures: Sendable {
    private let noted = Mutex<[String]>([])
    var all: [String] { noted.withLock { $0 } }
    func note(_ failure: String) { noted.withLock { $0.append(failure) } }
  }

  /// Counts how often the page was opened.
  final class Openings: Sendable {
    private let noted = Mutex(0)
    var count: Int { noted.withLock { $0 } }
    func note() { noted.withLock { $0 += 1 } }
  }
}
