import Compression
import Cryptography
import ReleaseModel

/// Counts and checks an entry's bytes as they are unpacked.
struct UnpackedBytes: ~Copyable {
  /// How much is read twice in a row, for the CRC and for the digest: little enough to be in the processor's own cache the
  /// second time, when an entry of megabytes is not.
  private static let tileBytes = 64 << 10

  private let declared: UInt64
  private var hasher = SHA256Hasher()
  private(set) var count: UInt64 = 0
  private(set) var crc32: UInt32 = 0

  /// Starts with no bytes of the `declared` ones.
  init(declared: UInt64) { self.declared = declared }

  /// Adds bytes; false, without adding them, when they are more than was declared.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard UInt64(bytes.count) <= declared - count else { return false }
    count += UInt64(bytes.count)
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.tileBytes, bytes.count)
      let tile = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      crc32 = Compression.crc32(after: crc32, tile)
      hasher.update(tile)
      start = end
    }
    return true
  }

  /// The digest of all bytes.
  consuming func digest() -> Digest { Digest(finalizing: hasher) }
}
