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
  func authenticate(authorization: String?, remoteAddress: String) throws(RegistryError) -> Caller {
    let now = configuration.clock()
    guard let authorization, authorization.lowercased().hasPrefix("bearer "), authorization.utf8.count < 1_024
    else {
      throw RegistryError(
        .missingBearerToken, "send the header 'Authorization: Bearer <token>'; a super-admin can make a token"
      )
    }
    let secret = BearerToken(text: String(authorization.dropFirst("bearer ".count)))
    guard let token = try store.read({ session in try session.token(withSecret: secret.digest) }) else {
      failedAttempts.note(remoteAddress, at: now)
      try failedAttempts.check(remoteAddress, at: now)
      throw RegistryError(
        .invalidToken, "the token is not known or was revoked; ask a super-admin for another")
    }
    guard token.isLive(at: now) else {
      throw RegistryError(
        .tokenExpired, "the token '\(token.name)' has expired; ask a super-admin for another")
    }
    return Caller(tokenId: token.id, name: token.name, role: token.role, channels: Set(token.channels))
  }

  func tokens() throws(RegistryError) -> [TokenRecord] {
    try store.read { session in try session.tokens() }
  }

  /// Makes a token. Its secret is in this answer only; with an idempotency key, the same request again gets the record
  /// without the secret.
  func createToken(_ body: [UInt8], _ context: ChangeContext) throws(RegistryError) -> AdminAnswer {
    let input = try TokenInput(body, now: configuration.clock())
    let secret = try BearerToken.random()
    return try change(context) { scope in
      let record = TokenRecord(
        id: try scope.session.newIdentifier(.token), name: input.name, role: input.role,
        channels: input.channels, createdAt: scope.now, expiresAt: input.expiresAt)
      try scope.session.insert(record, secret: secret.digest)
      try scope.audit("token.create", record.id, after: record)
      let outcome = TokenOutcome(record: record, secret: secret.text)
      return try AdminAnswer(outcome, status: 201).remembered(as: AdminAnswer(record, status: 201))
    }
  }

  /// Ends a token at once; the last super-admin stays. One that expires by itself is none to rely on.
  func revokeToken(_ id: String, _ context: ChangeContext) throws(RegistryError) -> AdminAnswer {
    try change(context) { scope in
      let tokens = try scope.session.tokens()
      guard let token = tokens.first(where: { $0.id == id }) else {
        throw RegistryError(.tokenNotFound, "there is no token '\(id.prefix(60))'; list the tokens")
      }
      guard token.revokedAt == nil else { return .noContent }
      let isAnotherLeft = tokens.contains {
        $0.id != id && $0.role == .superAdmin && $0.revokedAt == nil && $0.expiresAt == nil
      }
      guard token.role != .superAdmin || isAnotherLeft else {
        throw RegistryError(
          .lastSuperAdmin,
          "without '\(token.name)' there would be no super-admin token that never expires; make another one first"
        )
      }
      try scope.session.revokeToken(id, at: scope.now)
      try scope.audit("token.revoke", id, before: token)
      return .noContent
    }
  }
}
