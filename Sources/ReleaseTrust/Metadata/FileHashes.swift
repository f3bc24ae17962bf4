import Cryptography

/// The hashes of a file, by the name of the algorithm.
package struct FileHashes: Sendable, Hashable {
  /// The hashes in lower-case hexadecimal digits, in the order of the algorithms' names; at least one.
  package let values: JSONObject

  /// SHA-256 and SHA-512 of bytes.
  package init(of bytes: [UInt8]) {
    values = [
      "sha256": .text(ExactText(hexadecimal(SHA256Hasher.hash(of: bytes)))),
      "sha512": .text(ExactText(hexadecimal(SHA512Hasher.hash(of: bytes)))),
    ]
  }

  /// A SHA-256 that is known already: 64 lower-case hexadecimal digits.
  package init(sha256: ExactText) { values = ["sha256": .text(sha256)] }

  init(_ fields: FieldReader) throws(TrustError) {
    guard !fields.rest.isEmpty else { throw TrustError(.invalidMetadata, "'\(fields.path)' has no hash") }
    for member in fields.rest.members {
      let path = fields.path(of: member.name)
      let digits = try FieldReader.text(member.value, at: path)
      guard let count = Self.digitCount(of: member.name) else { continue }
      guard digits.isLowerCaseHexadecimal, digits.string.utf8.count == count else {
        throw TrustError(.invalidMetadata, "'\(path)' is not \(count) lower-case hexadecimal digits")
      }
    }
    values = fields.rest
  }

  /// The hash of an algorithm.
  package subscript(algorithm: ExactText) -> ExactText? {
    if case .text(let digits)? = values[algorithm] { digits } else { nil }
  }

  /// The digits that a file of a consistent snapshot is named by: the first hash that is known here.
  package var nameDigits: ExactText? { self["sha256"] ?? self["sha512"] }

  private static func digitCount(of algorithm: ExactText) -> Int? {
    switch algorithm {
    case "sha256": 2 * SHA256Hasher.byteCount
    case "sha512": 2 * SHA512Hasher.byteCount
    default: nil
    }
  }
}
