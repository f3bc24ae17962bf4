package import ReleaseModel

/// What timestamp says: which snapshot is the newest (The Update Framework 1.0.34, 4.6).
package struct TimestampMetadata: SignedMetadata {
  package static let type = TopLevelRole.timestamp

  package var header: MetadataHeader
  /// The newest snapshot.
  package let snapshot: MetaFile
  private let unknown: JSONObject

  package init(version: Int64, expires: Timestamp, snapshot: MetaFile) {
    header = MetadataHeader(version: version, expires: expires)
    self.snapshot = snapshot
    unknown = [:]
  }

  package init(_ header: MetadataHeader, _ fields: inout FieldReader) throws(TrustError) {
    self.header = header
    var meta = try fields.object("meta")
    snapshot = try MetaFile(try meta.take("snapshot.json"), at: meta.path(of: "snapshot.json"))
    if let other = meta.rest.members.first {
      throw TrustError(
        .invalidMetadata, "'\(meta.path)' names '\(other.name)'; only 'snapshot.json' belongs there")
    }
    unknown = fields.rest
  }

  package var members: JSONObject {
    unknown.merging(["meta": .object(["snapshot.json": snapshot.json])])
  }
}
