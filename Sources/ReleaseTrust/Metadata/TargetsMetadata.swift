package import ReleaseModel

/// What targets or a delegated role says: target files, and who else may speak of some
/// (The Update Framework 1.0.34, 4.5).
package struct TargetsMetadata: SignedMetadata {
  package static let type = TopLevelRole.targets

  package var header: MetadataHeader
  /// The target files by their paths.
  package var targets: [ExactText: TargetFile]
  /// The roles that it delegates to; nil when it has none.
  package var delegations: Delegations?
  /// Members that the specification does not name, which are signed like the others.
  package let unknown: JSONObject

  package init(
    version: Int64, expires: Timestamp, targets: [ExactText: TargetFile] = [:],
    delegations: Delegations? = nil, unknown: JSONObject = [:]
  ) {
    header = MetadataHeader(version: version, expires: expires)
    self.targets = targets
    self.delegations = delegations
    self.unknown = unknown
  }

  package init(_ header: MetadataHeader, _ fields: inout FieldReader) throws(TrustError) {
    self.header = header
    let files = try fields.object("targets")
    targets = Dictionary(minimumCapacity: files.rest.members.count)
    for member in files.rest.members {
      targets[member.name] = try TargetFile(member.value, at: files.path(of: member.name))
    }
    delegations = fields.rest["delegations"] == nil ? nil : try Delegations(try fields.object("delegations"))
    unknown = fields.rest
  }

  package var members: JSONObject {
    var members = unknown
    members["targets"] = .object(JSONObject(targets.map { ($0.key, $0.value.json) }))
    members["delegations"] = delegations.map { .object($0.members) }
    return members
  }
}
