import Foundation
import HTTPClient
import HTTPServer
import ReleaseModel
import ReleaseRegistry
import ReleaseTesting
import Synchronization

/// A registry that serves on a free port from a folder of its own, and is gone with this object.
final class TestRegistry: Sendable {
  let folder: TemporaryFolder
  let registry: Registry
  let superAdmin: String
  let clock: TestClock
  private let server: HTTPServer
  private let client: HTTPClient

  /// What an answer says.
  struct Answer: Sendable {
    let status: Int
    let fields: HTTPFields
    let body: [UInt8]

    /// The body as JSON; nil when it is none.
    var json: [String: Any]? { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] }
    var data: [String: Any]? { json?["data"] as? [String: Any] }
    var list: [[String: Any]]? { json?["data"] as? [[String: Any]] }
    var code: String? { json?["code"] as? String }
    var reason: String? { json?["reason"] as? String }
    var errorCodes: [String] {
      (json?["errors"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    }
  }

  init() throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    let path = folder.path("data")
    superAdmin = try Registry.initialize(at: path, clock: { clock.now }).text
    var configuration = RegistryConfiguration(clock: { clock.now })
    configuration.publicURL = "https://releases.example"
    let registry = try Registry(opening: path, configuration: configuration)
    server = try HTTPServer(
      configuration: HTTPServerConfiguration(), router: registry.router, errorResponse: Registry.errorResponse
    )
    var clientConfiguration = HTTPClientConfiguration()
    clientConfiguration.retry = .never
    client = HTTPClient(configuration: clientConfiguration)
    self.folder = folder
    self.clock = clock
    self.registry = registry
  }

  var url: String { server.url }

  /// Sends a request to a path, as a super-admin unless another token, or nil for none, is given.
  func call(
    _ method: HTTPMethod, _ path: String, token: String?, body: [UInt8]? = nil, fields: HTTPFields = [:]
  ) throws -> Answer {
    var fields = fields
    if let token { fields["Authorization"] = "Bearer \(token)" }
    if body != nil, fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
    let response = try client.send(
      HTTPRequest(
        method, try WebAddress(parsing: url + path), fields: fields,
        body: body.map(HTTPRequestBody.bytes) ?? .none))
    return Answer(status: response.status, fields: response.fields, body: response.body)
  }

  /// Asks an admin route below `/admin/v1` with a JSON body.
  func admin(
    _ method: HTTPMethod, _ path: String, _ body: [String: Any]? = nil, token: String? = nil,
    fields: HTTPFields = [:]
  ) throws -> Answer {
    let bytes = try body.map { Array(try JSONSerialization.data(withJSONObject: $0)) }
    return try call(method, "/admin/v1" + path, token: token ?? superAdmin, body: bytes, fields: fields)
  }

  /// Asks a public route.
  func get(_ path: String, fields: HTTPFields = [:]) throws -> Answer {
    try call(.get, path, token: nil, fields: fields)
  }

  /// Asks which release a wrapper gets.
  func latest(_ wrapperVersion: String, channel: String = "production", extra: String = "") throws -> Answer {
    try get("/mobile-web/releases/latest?channel=\(channel)&wrapperVersion=\(wrapperVersion)\(extra)")
  }

  /// Uploads bytes as a bundle.
  func upload(_ zip: [UInt8], token: String? = nil, fields: HTTPFields = [:]) throws -> Answer {
    var fields = fields
    if fields["Content-Type"] == nil { fields["Content-Type"] = "application/zip" }
    return try call(.post, "/admin/v1/artifacts", token: token ?? superAdmin, body: zip, fields: fields)
  }

  /// Uploads a small bundle with this text in it, and gives its digest.
  func artifact(_ text: String = "one") throws -> String {
    let answer = try upload(Self.bundle(text))
    guard let digest = answer.data?["sha256"] as? String else { throw Failure(answer) }
    return digest
  }

  /// Makes a draft.
  func draft(
    _ version: String, channel: String = "production", artifact: String? = nil,
    _ changes: [String: Any] = [:]
  ) throws -> Answer {
    var body: [String: Any] = [
      "releaseVersion": version, "artifactSha256": try artifact ?? self.artifact(version),
      "entryFile": "index.html",
      "wrapperRange": ">=4.0.0 <6.0.0", "apiContractRange": "^3.1.0",
    ]
    body.merge(changes) { $1 }
    return try admin(.post, "/channels/\(channel)/releases", body)
  }

  /// Makes and publishes a release.
  @discardableResult
  func publish(
    _ version: String, channel: String = "production", artifact: String? = nil, _ changes: [String: Any] = [:]
  ) throws -> Answer {
    let draft = try draft(version, channel: channel, artifact: artifact, changes)
    guard draft.status == 201 else { throw Failure(draft) }
    let published = try transition("publish", version, channel: channel)
    guard published.status == 200 else { throw Failure(published) }
    return published
  }

  @discardableResult
  func transition(_ verb: String, _ version: String, channel: String = "production") throws -> Answer {
    try admin(.post, "/channels/\(channel)/releases/\(version)/\(verb)", [:])
  }

  /// Makes a token and gives its secret.
  func token(
    role: String, name: String? = nil, channels: [String]? = nil, expiresAt: String? = nil
  ) throws -> String {
    var body: [String: Any] = ["role": role]
    if let name { body["name"] = name }
    if let channels { body["channels"] = channels }
    if let expiresAt { body["expiresAt"] = expiresAt }
    let answer = try admin(.post, "/tokens", body)
    guard let secret = answer.data?["token"] as? String else { throw Failure(answer) }
    return secret
  }

  /// The number of audit rows: what must not change when something is refused.
  func auditCount() throws -> Int {
    try admin(.get, "/audit/verify").data?["rowCount"] as? Int ?? -1
  }

  /// A zip with an entry file and one more file.
  static func bundle(_ text: String) -> [UInt8] {
    var zip = ZipBuilder()
    zip.add("app.js", "console.log(\"\(text)\")")
    zip.add("index.html", "<!doctype html><title>\(text)</title><script src=\"app.js\"></script>")
    return zip.bytes()
  }

  /// An answer that was not the expected one.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ answer: Answer) {
      description = "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
    }
  }
}

/// A clock that moves only when it is told to; it starts at 2026-07-21T10:00:00Z.
final class TestClock: Sendable {
  private let seconds = Mutex<Int64>(1_784_628_000)

  var now: Timestamp { seconds.withLock { Timestamp(secondsSinceEpoch: $0) } }

  func advance(bySeconds count: Int64) { seconds.withLock { $0 += count } }
}
