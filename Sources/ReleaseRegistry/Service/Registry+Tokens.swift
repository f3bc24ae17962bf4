import Cryptography
import ReleaseModel

/// A new token with its secret, which is shown this once.
private struct TokenOutcome: Encodable {
  let record: TokenRecord
  let secret: String

  enum CodingKeys: String, CodingKey { case token }

  /// The record's own fields, and `token` beside them.
  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(secret, forKey: .token)
  }
}

extension Registry {
  /// Who is asking; throws `missing_bearer_token`, `invalid_token` or `token_expired`.
  func authenticate(authorization: String?, remoteAddress: String) throws(RegistryError) -> Actor {
    let now = configuration.clock()
    guard let authorization, authorization.lowercased().hasPrefix("bearer "), authorization.utf8.count < 1_024
    else {
      throw RegistryError(
        .missingBearerToken, "send the header 'Authorization: Bearer <token>'; a super-admin can make a token"
      )
    }
    let secret = BearerToken(text: String(authorization.dropFirst("bearer ".count)))
    guard let token = try store.read({ session in try session.token(withSecret: secret.digest) }),
      token.revokedAt == nil
    else {
      failedAttempts.note(remoteAddress, at: now)
      try failedAttempts.check(remoteAddress, at: now)
      throw RegistryError(
        .invalidToken, "the token is not known or was revoked; ask a super-admin for another")
    }
    guard token.isLive(at: now) else {
      throw RegistryError(
        .tokenExpired, "the token '\(token.name)' has expired; ask a super-admin for another")
    }
    return Actor(tokenId: token.id, name: token.name, role: token.role, channels: Set(token.channels))
  }

  func tokens() throws(RegistryError) -> [TokenRecord] {
    try store.read { session in try session.tokens() }
  }

  /// Makes a token. Its secret is in this answer only; with an idempotency key, the same request again gets the record
  /// without the secret.
  func createToken(_ body: [UInt8], _ context: ChangeContext) throws(RegistryError) -> AdminAnswer {
    var fields = try JSONFields(body, known: ["name", "role", "channels", "expiresAt"])
    let role = fields.parse("role", "the role: viewer, publisher or super-admin") { text throws(ModelError) in
      guard let role = Role(rawValue: text) else {
        throw ModelError(
          .invalidRole, "'\(text.prefix(40))' is not a role; write viewer, publisher or super-admin")
      }
      return role
    }
    let name = fields.text("name", maximumLength: 200)
    let channelNames = fields.texts("channels") ?? []
    var channels: [Channel] = []
    for name in channelNames {
      let channel = fields.collector.parse("channels") { () throws(ModelError) in try Channel(parsing: name) }
      if let channel, !channels.contains(channel) { channels.append(channel) }
    }
    if role == .publisher, channelNames.isEmpty {
      fields.collector.add("channels", .missingField, "a publisher needs the channels that it may change")
    }
    if let role, role != .publisher, !channelNames.isEmpty {
      fields.collector.add(
        "channels", .invalidRequest, "only a publisher is bound to channels; leave them out")
    }
    let now = configuration.clock()
    let expiresAt = fields.optional("expiresAt") { text throws(ModelError) in
      guard let time = Timestamp(parsing: text), time > now else {
        throw ModelError(
          .invalidExpiry, "'\(text.prefix(40))' is not a future time; write YYYY-MM-DDTHH:MM:SSZ")
      }
      return time
    }
    try fields.check()
    guard let role else { throw RegistryError(.internalError, "a field was lost") }
    let secret = try BearerToken.random()
    let record = TokenRecord(
      id: try Self.newIdentifier("tok"), name: name ?? role.rawValue, role: role, channels: channels,
      createdAt: now,
      expiresAt: expiresAt)
    let answer = try change(context) { scope in
      try scope.session.insert(record, secret: secret.digest)
      try scope.audit("token.create", record.id, after: record)
      // The secret must not be stored, so what is remembered for the key is the record alone.
      return try AdminAnswer(record, status: 201)
    }
    let isFresh = answer == (try AdminAnswer(record, status: 201))
    return isFresh ? try AdminAnswer(TokenOutcome(record: record, secret: secret.text), status: 201) : answer
  }

  /// Ends a token at once; the last live super-admin stays.
  func revokeToken(_ id: String, _ context: ChangeContext) throws(RegistryError) -> AdminAnswer {
    try change(context) { scope in
      let tokens = try scope.session.tokens()
      guard let token = tokens.first(where: { $0.id == id }) else {
        throw RegistryError(.tokenNotFound, "there is no token '\(id.prefix(60))'; list the tokens")
      }
      guard token.revokedAt == nil else { return .noContent }
      let isAnotherLeft = tokens.contains {
        $0.id != id && $0.role == .superAdmin && $0.isLive(at: scope.now)
      }
      guard token.role != .superAdmin || isAnotherLeft else {
        throw RegistryError(
          .lastSuperAdmin, "'\(token.name)' is the last live super-admin token; make another one first")
      }
      try scope.session.revokeToken(id, at: scope.now)
      try scope.audit("token.revoke", id, before: token)
      return .noContent
    }
  }
}
