import HTTPClient
import ReleaseModel

/// The registry over HTTP, as this user.
struct RegistryClient {
  /// What the server answered, without its envelope.
  struct Answer {
    let status: Int
    let data: JSONValue
    /// Where the next page of a list begins; nil on the last one.
    let nextCursor: String?
  }

  /// One call of the admin API.
  struct Call {
    var method: HTTPMethod = .get
    var path: [String]
    var query: [(name: String, value: String)] = []
    var body: JSONValue?
    /// The revision that the change was made for.
    var revision: Int64?
    /// Makes it safe to send a create again after its answer was lost.
    var idempotencyKey: String?

    /// The same change, which the server only judges: it throws what the change would be refused with, and changes nothing.
    var asTrial: Call {
      var call = self
      call.query.append(("dryRun", "true"))
      call.idempotencyKey = nil
      return call
    }
  }

  let address: WebAddress
  let token: BearerToken?
  let http: HTTPClient

  /// Prepares the connection; `needsToken` is for commands that the server answers to nobody without one.
  init(_ invocation: Invocation, needsToken: Bool) throws {
    let settings = try ConnectionSettings(invocation)
    address = settings.address
    token = needsToken ? try Self.token(settings) : nil
    if token != nil, !address.isEncrypted, !address.isLoopback {
      invocation.console.warn("the token travels unencrypted to \(address); use https")
    }
    var configuration = HTTPClientConfiguration()
    configuration.userAgent = "relctl/\(VersionCommand.programVersion)"
    configuration.certificateAuthorityFile = settings.certificateAuthorityFile
    configuration.retry.maximumAttempts = 3
    http = HTTPClient(configuration: configuration)
  }

  /// Calls `/admin/v1/…`.
  func admin(_ call: Call) throws -> Answer {
    var fields = adminFields
    if let revision = call.revision { fields["If-Match"] = "\"\(revision)\"" }
    if let key = call.idempotencyKey { fields["Idempotency-Key"] = key }
    var body = HTTPRequestBody.none
    if let json = call.body {
      fields["Content-Type"] = "application/json"
      body = .bytes(Array(json.line.utf8))
    }
    let address = try address.appending(path: ["admin", "v1"] + call.path, query: call.query)
    return try answer(http.send(HTTPRequest(call.method, address, fields: fields, body: body)))
  }

  /// Sends a GET without a token, as a device does.
  func publicResponse(_ path: [String], query: [(name: String, value: String)] = []) throws -> HTTPResponse {
    try http.send(HTTPRequest(.get, address.appending(path: path, query: query)))
  }

  /// Every element of a list, page by page.
  func all(_ call: Call) throws -> [JSONValue] { try first(.max, of: call) }

  /// The first elements of a list, from as many pages as it takes.
  func first(_ count: Int, of call: Call) throws -> [JSONValue] {
    var elements: [JSONValue] = []
    var call = call
    let query = call.query
    while true {
      let page = try admin(call)
      guard case .array(let data) = page.data else { throw unexpected("a list", at: call.path) }
      elements += data
      guard let cursor = page.nextCursor, elements.count < count else { return Array(elements.prefix(count)) }
      call.query = query + [("cursor", cursor)]
    }
  }

  var adminFields: HTTPFields {
    var fields: HTTPFields = ["Accept": "application/json, application/problem+json"]
    if let token { fields["Authorization"] = token.authorization }
    return fields
  }

  /// Takes the envelope off an answer, or throws the problem that it carries.
  func answer(_ response: HTTPResponse) throws -> Answer {
    guard response.isSuccess else { throw advising(on: CommandError(refusedBy: response)) }
    guard !response.body.isEmpty else { return Answer(status: response.status, data: .null, nextCursor: nil) }
    let envelope: JSONValue
    do {
      envelope = try JSONValue(parsing: response.body)
    } catch {
      throw unexpected("JSON", at: [response.address.path])
    }
    return Answer(
      status: response.status, data: envelope["data"] ?? .null,
      nextCursor: envelope["page"]?["nextCursor"]?.text)
  }

  /// What the registry does not know of is mostly an address with a path too much.
  private func advising(on error: CommandError) -> CommandError {
    guard error.code == "not_found", !["", "/"].contains(address.path) else { return error }
    var error = error
    error.hint =
      "the server's address, \(address), has the path '\(address.path)'; is it right without? write the address that the "
      + "registry is served at, and nothing behind it"
    return error
  }

  private func unexpected(_ expected: String, at path: [String]) -> CommandError {
    CommandError(
      unexpectedAnswer: "\(address) did not answer with \(expected) at \(path.joined(separator: "/"))")
  }

  private static func token(_ settings: ConnectionSettings) throws -> BearerToken {
    guard let file = settings.tokenFile else {
      throw CommandError(
        .usage, "missing_token_file", "this command needs a token",
        hint: "give --token-file FILE, set RELCTL_TOKEN_FILE, or name a --profile")
    }
    do throws(CommandError) {
      return try BearerToken(file: file)
    } catch {
      throw error.code == InputFile.unreadableCode ? error.naming(settings.tokenSource) : error
    }
  }
}
