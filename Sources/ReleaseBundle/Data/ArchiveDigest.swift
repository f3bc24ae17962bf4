import Cryptography
import ReleaseModel

extension ArchiveFile {
  /// The digest of all of the archive's bytes.
  func digest() throws(BundleError) -> Digest {
    let buffer = ByteBuffer(count: 256 << 10)
    var hasher = SHA256Hasher()
    var offset: UInt64 = 0
    while offset < size {
      let piece = UnsafeMutableRawBufferPointer(
        rebasing: buffer.bytes.prefix(Int(min(size - offset, UInt64(buffer.bytes.count)))))
      try read(into: piece, at: offset)
      hasher.update(UnsafeRawBufferPointer(piece))
      offset += UInt64(piece.count)
    }
    return Digest(finalizing: hasher)
  }
}
