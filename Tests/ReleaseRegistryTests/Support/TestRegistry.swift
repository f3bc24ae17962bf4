import Foundation
import HTTPClient
import HTTPServer
import ReleaseModel
import ReleaseRegistry
import ReleaseTesting

/// A registry that serves on a free port from a folder of its own, and is gone with this object.
final class TestRegistry: Sendable {
  let folder: TemporaryFolder
  let registry: Registry
  let superAdmin: String
  let clock: TestClock
  private let server: HTTPServer
  private let client: HTTPClient

  /// A new registry, with the bundle limits and caching that are given.
  convenience init(_ configure: (inout RegistryConfiguration) throws -> Void = { _ in }) throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    let token = try Registry.initialize(at: folder.path("data"), clock: { clock.now })
    try self.init(serving: folder, superAdmin: token.text, clock, configure)
  }

  /// Serves a data folder that is there already.
  init(
    serving folder: TemporaryFolder, superAdmin: String, _ clock: TestClock = TestClock(),
    _ configure: (inout RegistryConfiguration) throws -> Void = { _ in }
  ) throws {
    var configuration = RegistryConfiguration(clock: { clock.now })
    configuration.publicURL = "https://releases.example"
    try configure(&configuration)
    let registry = try Registry(opening: folder.path("data"), configuration: configuration)
    server = try HTTPServer(
      configuration: HTTPServerConfiguration(), router: registry.router, errorResponse: Registry.errorResponse
    )
    registry.report { [weak server] in server?.metrics }
    var clientConfiguration = HTTPClientConfiguration()
    clientConfiguration.retry = .never
    client = HTTPClient(configuration: clientConfiguration)
    self.folder = folder
    self.superAdmin = superAdmin
    self.clock = clock
    self.registry = registry
  }

  var url: String { server.url }
  var port: UInt16 { server.port }

  /// Ends the serving, after the handlers have ended.
  func stop() { server.drain(timeout: .seconds(10)) }

  /// The codes of what the doctor finds wrong.
  func findings() throws -> [String] {
    try RegistryDoctor(dataFolder: folder.path("data"), now: clock.now).examine().map(\.code.rawValue)
  }

  /// Sends a request to a path, as a super-admin unless another token, or nil for none, is given.
  func call(
    _ method: HTTPMethod, _ path: String, token: String?, body: [UInt8]? = nil, fields: HTTPFields = [:]
  ) throws -> TestAnswer {
    var fields = fields
    if let token { fields["Authorization"] = "Bearer \(token)" }
    if body != nil, fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
    let response = try client.send(
      HTTPRequest(
        method, try WebAddress(parsing: url + path), fields: fields,
        body: body.map(HTTPRequestBody.bytes) ?? .none))
    return TestAnswer(status: response.status, fields: response.fields, body: response.body)
  }

  /// Asks an admin route below `/admin/v1` with a JSON body.
  func admin(
    _ method: HTTPMethod, _ path: String, _ body: [String: Any]? = nil, token: String? = nil,
    fields: HTTPFields = [:]
  ) throws -> TestAnswer {
    let bytes = try body.map { Array(try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)) }
    return try call(method, "/admin/v1" + path, token: token ?? superAdmin, body: bytes, fields: fields)
  }

  /// Asks a public route.
  func get(_ path: String, fields: HTTPFields = [:]) throws -> TestAnswer {
    try call(.get, path, token: nil, fields: fields)
  }

  /// Asks which release a wrapper gets.
  func latest(_ wrapperVersion: String, channel: String = "production", extra: String = "") throws
    -> TestAnswer
  {
    try get("/mobile-web/releases/latest?channel=\(channel)&wrapperVersion=\(wrapperVersion)\(extra)")
  }

  /// Uploads bytes as a bundle.
  func upload(_ zip: [UInt8], token: String? = nil, fields: HTTPFields = [:]) throws -> TestAnswer {
    var fields = fields
    if fields["Content-Type"] == nil { fields["Content-Type"] = "application/zip" }
    return try call(.post, "/admin/v1/artifacts", token: token ?? superAdmin, body: zip, fields: fields)
  }

  /// Uploads a small bundle with this text in it, and gives its digest.
  func artifact(_ text: String = "one") throws -> String {
    let answer = try upload(Self.bundle(text))
    guard let digest = answer.data?["sha256"] as? String else { throw UnexpectedAnswer(answer) }
    return digest
  }

  /// Makes a draft.
  func draft(
    _ version: String, channel: String = "production", artifact: String? = nil,
    _ changes: [String: Any] = [:], token: String? = nil, fields: HTTPFields = [:]
  ) throws -> TestAnswer {
    var body: [String: Any] = [
      "releaseVersion": version, "artifactSha256": try artifact ?? self.artifact(version),
      "entryFile": "index.html",
      "wrapperRange": ">=4.0.0 <6.0.0", "apiContractRange": "^3.1.0",
    ]
    body.merge(changes) { $1 }
    return try admin(.post, "/channels/\(channel)/releases", body, token: token, fields: fields)
  }

  /// Makes and publishes a release.
  @discardableResult
  func publish(
    _ version: String, channel: String = "production", artifact: String? = nil, _ changes: [String: Any] = [:]
  ) throws -> TestAnswer {
    let draft = try draft(version, channel: channel, artifact: artifact, changes)
    guard draft.status == 201 else { throw UnexpectedAnswer(draft) }
    let published = try transition("publish", version, channel: channel)
    guard published.status == 200 else { throw UnexpectedAnswer(published) }
    return published
  }

  @discardableResult
  func transition(
    _ verb: String, _ version: String, channel: String = "production", _ body: [String: Any] = [:],
    fields: HTTPFields = [:]
  ) throws -> TestAnswer {
    try admin(.post, "/channels/\(channel)/releases/\(version)/\(verb)", body, fields: fields)
  }

  /// A release as super-admins see it.
  func release(_ version: String, channel: String = "production") throws -> [String: Any] {
    let answer = try admin(.get, "/channels/\(channel)/releases/\(version)")
    guard answer.status == 200, let release = answer.data else { throw UnexpectedAnswer(answer) }
    return release
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
    guard let secret = answer.data?["token"] as? String else { throw UnexpectedAnswer(answer) }
    return secret
  }

  /// The number of audit rows: what must not change when something is refused.
  func auditCount() throws -> Int {
    try admin(.get, "/audit/verify").data?["rowCount"] as? Int ?? -1
  }

  /// A zip with an entry file, another that could be one, and a script.
  static func bundle(_ text: String) -> [UInt8] {
    var zip = ZipBuilder()
    zip.add("app.js", "console.log(\"\(text)\")")
    zip.add("index.html", "<!doctype html><title>\(text)</title><script src=\"app.js\"></script>")
    zip.add("start.HTM", "<!doctype html><title>\(text)</title>")
    return zip.bytes()
  }
}

extension TestRegistry {
  /// Replaces the bytes of the one stored zip behind its record.
  func damageOnlyArtifact() throws {
    for name in try folder.names(in: "data/artifacts") {
      try folder.write("other bytes".utf8, to: "data/artifacts/\(name)")
    }
  }
}

extension TestRegistry {
  /// Makes an active policy for iOS on `production`, and gives its id.
  @discardableResult
  func policy(minimum: String, latest: String, _ changes: [String: Any] = [:]) throws -> String {
    var body: [String: Any] = [
      "channel": "production", "platform": "ios", "minimumVersion": minimum, "latestVersion": latest,
      "appStoreId": "284882215", "activate": true,
    ]
    body.merge(changes) { $1 }
    let answer = try admin(.post, "/policies", body)
    guard let id = answer.data?["id"] as? String else { throw UnexpectedAnswer(answer) }
    return id
  }

  /// Asks what a native wrapper is told.
  func native(
    _ wrapperVersion: String, platform: String = "ios", channel: String = "production"
  ) throws -> TestAnswer {
    try get(
      "/native-app/updates/check?channel=\(channel)&platform=\(platform)&wrapperVersion="
        + wrapperVersion.replacing("+", with: "%2B"))
  }
}
