package import ReleaseModel

/// What root says: which keys sign for the four roles (The Update Framework 1.0.34, 4.3).
package struct RootMetadata: SignedMetadata {
  package static let type = TopLevelRole.root

  package var header: MetadataHeader
  /// The keys by their names.
  package var keys: [ExactText: TUFKey]
  /// Who signs for each of the four roles.
  package var root: SigningRule
  package var timestamp: SigningRule
  package var snapshot: SigningRule
  package var targets: SigningRule
  /// Whether files are named by version and hash, so that a client always reads one consistent state.
  package let hasConsistentSnapshots: Bool
  private let statesConsistency: Bool
  private let otherRoles: JSONObject
  private let unknown: JSONObject

  /// A new root.
  ///
  /// - Parameter keys: every key that a rule names.
  package init(
    version: Int64, expires: Timestamp, keys: [TUFKey], root: SigningRule, timestamp: SigningRule,
    snapshot: SigningRule, targets: SigningRule, hasConsistentSnapshots: Bool = true
  ) {
    header = MetadataHeader(version: version, expires: expires)
    self.keys = Dictionary(keys.map { ($0.keyid, $0) }) { first, _ in first }
    self.root = root
    self.timestamp = timestamp
    self.snapshot = snapshot
    self.targets = targets
    self.hasConsistentSnapshots = hasConsistentSnapshots
    statesConsistency = true
    otherRoles = [:]
    unknown = [:]
  }

  package init(_ header: MetadataHeader, _ fields: inout FieldReader) throws(TrustError) {
    self.header = header
    keys = try [ExactText: TUFKey](try fields.object("keys"))
    var roles = try fields.object("roles")
    root = try SigningRule(try roles.object("root"))
    timestamp = try SigningRule(try roles.object("timestamp"))
    snapshot = try SigningRule(try roles.object("snapshot"))
    targets = try SigningRule(try roles.object("targets"))
    otherRoles = roles.rest
    if let value = fields.takeIfPresent("consistent_snapshot") {
      hasConsistentSnapshots = try FieldReader.bool(value, at: fields.path(of: "consistent_snapshot"))
      statesConsistency = true
    } else {
      hasConsistentSnapshots = false
      statesConsistency = false
    }
    unknown = fields.rest
  }

  package var members: JSONObject {
    var members = unknown
    members["keys"] = keys.json
    members["roles"] = .object(
      otherRoles.merging(JSONObject(TopLevelRole.allCases.map { ($0.name, .object(rule(for: $0).members)) })))
    if statesConsistency { members["consistent_snapshot"] = .bool(hasConsistentSnapshots) }
    return members
  }

  /// Who signs for a role.
  package func rule(for role: TopLevelRole) -> SigningRule {
    switch role {
    case .root: root
    case .timestamp: timestamp
    case .snapshot: snapshot
    case .targets: targets
    }
  }
}
