/// What targets metadata says of a target file.
package struct TargetFile: Sendable, Hashable {
  /// The file's bytes.
  package let length: Int64
  /// The file's hashes.
  package let hashes: FileHashes
  /// What the repository says of it besides; the specification leaves the meaning open.
  package let custom: JSONObject?
  /// All of it as it is signed, members included that the specification does not name.
  let json: StrictJSON

  package init(length: Int64, hashes: FileHashes, custom: JSONObject? = nil) {
    self.length = length
    self.hashes = hashes
    self.custom = custom
    var members: JSONObject = ["hashes": .object(hashes.values), "length": .integer(length)]
    members["custom"] = custom.map(StrictJSON.object)
    json = .object(members)
  }

  init(_ value: StrictJSON, at path: FieldPath) throws(TrustError) {
    var fields = try FieldReader(value, at: path)
    length = try fields.integer("length", minimum: 0)
    hashes = try FileHashes(try fields.object("hashes"))
    custom = fields.rest["custom"] == nil ? nil : try fields.object("custom").rest
    json = value
  }
}
