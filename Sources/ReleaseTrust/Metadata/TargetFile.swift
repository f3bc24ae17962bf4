/// What targets metadata says of a target file.
package struct TargetFile: Sendable, Hashable {
  /// The file's bytes.
  package let length: Int64
  /// The file's hashes.
  package let hashes: FileHashes
  /// What the repository says of it besides; the specification leaves the meaning open.
  package let custom: JSONObject?
  private let unknown: JSONObject

  package init(length: Int64, hashes: FileHashes, custom: JSONObject? = nil) {
    self.length = length
    self.hashes = hashes
    self.custom = custom
    unknown = [:]
  }

  init(_ value: StrictJSON, at path: String) throws(TrustError) {
    var fields = try FieldReader(value, at: path)
    length = try fields.integer("length", minimum: 0)
    hashes = try FileHashes(try fields.object("hashes"))
    custom = fields.rest["custom"] == nil ? nil : try fields.object("custom").rest
    unknown = fields.rest
  }

  var json: StrictJSON {
    var members = unknown
    members["length"] = .integer(length)
    members["hashes"] = .object(hashes.values)
    members["custom"] = custom.map(StrictJSON.object)
    return .object(members)
  }
}
