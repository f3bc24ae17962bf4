import Cryptography
import ReleaseBundle
import ReleaseModel

/// Makes file names that give nothing away, fit every file system and cannot collide by being put together.
enum HashedName {
  /// The digest of a list of texts; a text that is missing differs from an empty one.
  static func digest(of parts: [String?]) -> Digest {
    var bytes: [UInt8] = []
    for part in parts {
      guard let part else {
        bytes.append(UInt8(ascii: "-"))
        continue
      }
      bytes += Array("\(part.utf8.count):".utf8) + Array(part.utf8)
    }
    return .sha256(of: bytes)
  }

  /// The first 128 bits of a digest, as 32 hexadecimal characters; whoever reads the file compares the whole digest.
  static func text(_ digest: Digest) -> String { hexadecimal(digest.bytes.prefix(16)) }
}
