package import ReleaseModel

/// What snapshot says: the versions of all targets metadata, which belong together (The Update Framework 1.0.34, 4.4).
package struct SnapshotMetadata: SignedMetadata {
  package static let type = TopLevelRole.snapshot

  package var header: MetadataHeader
  /// The files by their names without a version: `targets.json`, and `NAME.json` for each delegated role.
  package var meta: [ExactText: MetaFile]
  private let unknown: JSONObject

  /// - Parameter roles: `targets` and the delegated roles, by their names.
  package init(version: Int64, expires: Timestamp, roles: [ExactText: MetaFile]) {
    header = MetadataHeader(version: version, expires: expires)
    meta = Dictionary(uniqueKeysWithValues: roles.map { (Self.fileName(of: $0.key), $0.value) })
    unknown = [:]
  }

  package init(_ header: MetadataHeader, _ fields: inout FieldReader) throws(TrustError) {
    self.header = header
    let files = try fields.object("meta")
    meta = Dictionary(minimumCapacity: files.rest.members.count)
    for member in files.rest.members {
      meta[member.name] = try MetaFile(member.value, at: files.path(of: member.name))
    }
    unknown = fields.rest
  }

  package var members: JSONObject {
    unknown.merging(["meta": .object(JSONObject(meta.map { ($0.key, $0.value.json) }))])
  }

  /// The roles whose files it names: `targets` and delegated ones, of before too.
  package var roles: [ExactText] {
    meta.keys.map(\.string).filter { $0.hasSuffix(Self.suffix) }.map {
      ExactText(String($0.dropLast(Self.suffix.count)))
    }
  }

  /// What it says of a role's file.
  package func file(of role: ExactText) -> MetaFile? { meta[Self.fileName(of: role)] }

  private static func fileName(of role: ExactText) -> ExactText { ExactText(role.string + suffix) }

  private static let suffix = ".json"
}
