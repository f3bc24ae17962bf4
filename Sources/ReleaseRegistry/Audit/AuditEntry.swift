import Cryptography
package import ReleaseModel

/// Who did what to which thing, and how it was before and after.
package struct AuditEntry: Sendable, Hashable, Codable {
  /// Who, as its token said at the time.
  package struct Who: Sendable, Hashable, Codable {
    package let tokenId: String
    package let name: String
    package let role: String
  }

  package let at: Timestamp
  package let actor: Who
  /// Such as `release.publish`.
  package let action: String
  /// Such as `production/2.14.0`.
  package let subject: String
  package let before: JSONValue?
  package let after: JSONValue?
  package let remoteAddress: String
  package let requestId: String
}

/// An audit entry as it is stored: its exact bytes, and the hash that chains it to the one before.
package struct StoredAuditRow: Sendable, Hashable {
  /// Counts from 1 without gaps.
  package let number: Int64
  /// The JSON of the entry.
  package let row: [UInt8]
  /// SHA-256 over the previous row's hash, this row's number as 8 bytes big-endian, and its bytes.
  package let hash: [UInt8]

  /// The hash before the first row.
  static let genesis = [UInt8](repeating: 0, count: Digest.byteCount)

  static func hash(previous: [UInt8], number: Int64, row: [UInt8]) -> [UInt8] {
    let numberBytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    return SHA256Hasher.hash(of: previous + numberBytes + row)
  }
}

/// An audit row as it is listed.
package struct AuditRecord: Sendable, Hashable, Codable {
  package let number: Int64
  package let entry: AuditEntry
  /// The chain's hash, lower-case hexadecimal.
  package let hash: String

  init(_ stored: StoredAuditRow) throws(RegistryError) {
    number = stored.number
    entry = try JSONText.decode(AuditEntry.self, from: stored.row)
    hash = hexadecimal(stored.hash)
  }

  /// Reads the number of a row, which is where a page of the audit ends; `invalid_cursor` when it is none.
  static func number(parsing text: String) throws(ModelError) -> Int64 {
    guard let number = Int64(text), number > 0, String(number) == text else {
      throw ModelError(
        .invalidCursor,
        "'\(text.prefix(60))' is not a cursor of this list; send the nextCursor of the page before")
    }
    return number
  }
}
