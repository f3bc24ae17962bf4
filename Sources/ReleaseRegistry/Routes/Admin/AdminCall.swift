import HTTPServer
import ReleaseBundle
import ReleaseModel

/// One authenticated request to an admin route, with its parameters read strictly.
struct AdminCall {
  let registry: Registry
  let head: RequestHead
  let actor: Caller

  func channel() throws(RegistryError) -> Channel {
    try parameter("channel", Channel.init(parsing:))
  }

  func version() throws(RegistryError) -> SemanticVersion {
    try parameter("version", SemanticVersion.init(parsing:))
  }

  func identifier() -> String { head.parameter("id") }

  /// A part of the path.
  private func parameter<Value>(
    _ name: String, _ parse: (String) throws(ModelError) -> Value
  ) throws(RegistryError) -> Value {
    do throws(ModelError) {
      return try parse(head.parameter(name))
    } catch {
      throw RegistryError(field: name, error)
    }
  }

  /// `releaseVersion`, when it is given.
  func releaseVersion() throws(RegistryError) -> SemanticVersion? {
    guard let text = query("releaseVersion") else { return nil }
    do throws(ModelError) {
      return try SemanticVersion(parsing: text)
    } catch {
      throw RegistryError(field: "releaseVersion", error)
    }
  }

  /// The value of a query parameter that may be left out.
  func query(_ name: String) -> String? { head.queryValues(name).first }

  /// `limit`, from 1; the standard one when it is left out.
  func limit(standard: Int = 50, maximum: Int = 200) throws(RegistryError) -> Int {
    guard let text = query("limit") else { return standard }
    guard let limit = Int(text), (1...maximum).contains(limit), String(limit) == text else {
      throw RegistryError(
        field: "limit",
        ModelError(
          .invalidParameter, "'\(text.prefix(40))' is not a limit; write a number from 1 to \(maximum)"))
    }
    return limit
  }

  /// `cursor`, as `nextCursor` of the page before gave it.
  func cursor<Cursor>(_ parse: (String) throws(ModelError) -> Cursor) throws(RegistryError) -> Cursor? {
    guard let text = query("cursor") else { return nil }
    do throws(ModelError) {
      return try parse(text)
    } catch {
      throw RegistryError(field: "cursor", error)
    }
  }

  /// The revision in `If-Match`; nil when it is left out or `*`.
  func revision() throws(RegistryError) -> Int64? {
    guard let text = head["If-Match"], text != "*" else { return nil }
    let digits = text.dropFirst().dropLast()
    guard text.hasPrefix("\""), text.hasSuffix("\""), let revision = Int64(digits), String(revision) == digits
    else {
      throw RegistryError(
        .staleRevision, "'\(text.prefix(40))' is no revision; send the ETag of the record, such as \"3\"")
    }
    return revision
  }

  /// The revision in `If-Match`, which must be there; nil for `*`, which matches any (RFC 9110, 13.1.1).
  func requiredRevision() throws(RegistryError) -> Int64? {
    guard head["If-Match"] != nil else {
      throw RegistryError(
        .preconditionRequired,
        "send If-Match with the record's ETag, so that nobody's change is overwritten, or '*' for any revision"
      )
    }
    return try revision()
  }

  /// The query parameter that makes a change a trial.
  static let dryRun = "dryRun"

  /// What a change notes about this request.
  func context(body: [UInt8] = []) throws(RegistryError) -> ChangeContext {
    ChangeContext(
      actor: actor, remoteAddress: head.remoteAddress, requestId: head.requestId,
      idempotencyKey: try idempotencyKey(body), isTrial: try isTrial())
  }

  /// `dryRun`; false when it is left out.
  private func isTrial() throws(RegistryError) -> Bool {
    switch query(Self.dryRun) {
    case nil, "false": return false
    case "true": return true
    case .some(let text):
      throw RegistryError(
        field: Self.dryRun,
        ModelError(.invalidParameter, "'\(text.prefix(40))' is neither 'true' nor 'false'"))
    }
  }

  private func idempotencyKey(_ body: [UInt8]) throws(RegistryError) -> IdempotencyKey? {
    guard let key = head["Idempotency-Key"] else { return nil }
    guard (1...200).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw RegistryError(
        .invalidIdempotencyKey,
        "an Idempotency-Key has 1 to 200 visible ASCII characters; send for example a UUID")
    }
    let request = Array("\(head.method.rawValue) \(head.target)\n".utf8) + body
    return IdempotencyKey(key: key, tokenId: actor.tokenId, request: .sha256(of: request))
  }
}
