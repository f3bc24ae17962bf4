import ReleaseBundle
import ReleaseModel

/// The checksum of a state file. Its first member is `sha256`, the SHA-256 of the file without that member:
/// `{"sha256":"<64 hex>","schemaVersion":1,…}` is sealed over `{"schemaVersion":1,…}`.
///
/// So one changed bit shows itself, wherever it is. It is no defence against somebody who writes: they can seal, too.
enum StateSeal {
  /// What is found when a file is opened.
  enum Opening: Equatable {
    /// The JSON that the checksum fits.
    case sealed([UInt8])
    /// The checksum does not fit, or goes by another name.
    case broken
    /// There is none, as in the files of an earlier version.
    case unsealed
  }

  private static let head = Array(#"{"sha256":""#.utf8)
  private static let tail = Array(#"","#.utf8)
  private static let length = head.count + 2 * Digest.byteCount + tail.count

  /// The file of a JSON object that has a member.
  static func sealing(_ json: [UInt8]) -> [UInt8] {
    head + Array(Digest.sha256(of: json).description.utf8) + tail + json.dropFirst()
  }

  /// Compares a file with its checksum.
  static func opening(_ bytes: [UInt8]) -> Opening {
    let json = [UInt8(ascii: "{")] + bytes.dropFirst(length)
    guard bytes.starts(with: head) else {
      let hasOtherName = bytes.dropFirst(head.count).elementsEqual(sealing(json).dropFirst(head.count))
      return hasOtherName ? .broken : .unsealed
    }
    return sealing(json) == bytes ? .sealed(json) : .broken
  }
}
