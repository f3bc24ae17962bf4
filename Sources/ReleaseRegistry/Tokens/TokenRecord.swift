package import ReleaseModel

/// A token as it is stored and listed: everything but its secret.
package struct TokenRecord: Sendable, Hashable, Codable {
  package let id: String
  package let name: String
  package let role: Role
  /// The channels that a publisher may change; empty for the other roles.
  package let channels: [Channel]
  package let createdAt: Timestamp
  package let expiresAt: Timestamp?
  package let revokedAt: Timestamp?

  package init(
    id: String, name: String, role: Role, channels: [Channel], createdAt: Timestamp, expiresAt: Timestamp?,
    revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.channels = channels
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
  }

  /// Whether it is neither revoked nor expired.
  package func isLive(at now: Timestamp) -> Bool {
    revokedAt == nil && (expiresAt.map { now < $0 } ?? true)
  }
}
