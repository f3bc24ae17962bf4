/// What timestamp and snapshot say of a metadata file.
package struct MetaFile: Sendable, Hashable {
  /// The version that the file has, from 1.
  package let version: Int64
  /// The file's bytes, when it is said.
  package let length: Int64?
  /// The file's hashes, when they are said.
  package let hashes: FileHashes?
  private let unknown: JSONObject

  /// Says a version, and with `bytes` also the length and hashes.
  package init(version: Int64, bytes: [UInt8]? = nil) {
    self.version = version
    length = bytes.map { Int64($0.count) }
    hashes = bytes.map { FileHashes(of: $0) }
    unknown = [:]
  }

  init(_ value: StrictJSON, at path: FieldPath) throws(TrustError) {
    var fields = try FieldReader(value, at: path)
    version = try fields.integer("version", minimum: 1)
    length = fields.rest["length"] == nil ? nil : try fields.integer("length", minimum: 1)
    hashes = fields.rest["hashes"] == nil ? nil : try FileHashes(try fields.object("hashes"))
    unknown = fields.rest
  }

  var json: StrictJSON {
    var members = unknown
    members["version"] = .integer(version)
    members["length"] = length.map(StrictJSON.integer)
    members["hashes"] = hashes.map { .object($0.values) }
    return .object(members)
  }
}
