package import ReleaseModel

/// What a role signs: the value of `signed`.
package protocol SignedMetadata: Sendable, Hashable {
  /// What `_type` has to say.
  static var type: TopLevelRole { get }

  /// The members that all types have.
  var header: MetadataHeader { get set }

  /// Reads the members of this type; what stays in `fields` is unknown and has to be kept.
  init(_ header: MetadataHeader, _ fields: inout FieldReader) throws(TrustError)

  /// The members of this type, the unknown ones included.
  var members: JSONObject { get }
}

extension SignedMetadata {
  /// Reads what was signed. Writing it again gives the same canonical bytes.
  package init(reading signed: JSONObject) throws(TrustError) {
    var fields = FieldReader(signed, at: "signed")
    let header = try MetadataHeader(&fields, type: Self.type)
    try self.init(header, &fields)
  }

  /// What is to be signed.
  package var json: JSONObject { members.merging(header.members(type: Self.type)) }

  /// The version, from 1.
  package var version: Int64 { header.version }

  /// From this moment on it counts for nothing.
  package var expires: Timestamp { header.expires }

  /// Whether it counts for nothing at `time`.
  package func isExpired(at time: Timestamp) -> Bool { time >= header.expires }
}

/// The members that all types of metadata have, besides `_type`.
package struct MetadataHeader: Sendable, Hashable {
  /// The version of the specification that new metadata is written by.
  package static let currentSpecification: ExactText = "1.0.34"

  /// The version of the specification that it was written by; its first number is 1.
  package let specification: ExactText
  /// From 1, and never lower than before.
  package var version: Int64
  /// From this moment on the metadata counts for nothing.
  package var expires: Timestamp

  /// The header of new metadata.
  package init(version: Int64, expires: Timestamp) {
    specification = Self.currentSpecification
    self.version = version
    self.expires = expires
  }

  init(_ fields: inout FieldReader, type: TopLevelRole) throws(TrustError) {
    let found = try fields.text("_type")
    guard found == type.name else {
      throw TrustError(
        .wrongMetadataType, "this is metadata of the type '\(found.string.prefix(40))', not '\(type.name)'")
    }
    specification = try fields.text("spec_version")
    guard Self.isSupported(specification) else {
      throw TrustError(
        .unsupportedSpecVersion,
        "this follows version '\(specification.string.prefix(40))' of the specification; only 1.x is understood"
      )
    }
    version = try fields.integer("version", minimum: 1)
    expires = try fields.time("expires")
  }

  func members(type: TopLevelRole) -> JSONObject {
    [
      "_type": .text(type.name), "expires": .text(ExactText(expires.description)),
      "spec_version": .text(specification), "version": .integer(version),
    ]
  }

  /// Two or three numbers, the first of which is 1.
  private static func isSupported(_ specification: ExactText) -> Bool {
    let parts = specification.string.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    return (2...3).contains(parts.count) && areNumbers && parts[0].elementsEqual("1".utf8)
  }
}
