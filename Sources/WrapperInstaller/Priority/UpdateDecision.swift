/// That the user said "not now" to an update.
public struct UpdateDecision: Sendable, Hashable, Codable {
  /// Which kind of update it was.
  public let kind: Kind
  /// The version that was offered; nil when the advice named none.
  public let version: String?
  /// When the user said so, as RFC 3339.
  public let declinedAt: String

  /// The kinds of updates.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The wrapper itself, in the store.
    case native
    /// The web release in it.
    case web
  }

  /// Notes a decision.
  public init(kind: Kind, version: String?, declinedAt: String) {
    self.kind = kind
    self.version = version
    self.declinedAt = declinedAt
  }
}
