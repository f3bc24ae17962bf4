package import Cryptography
package import ReleaseModel

extension Digest {
  /// The digest of everything that the hasher was given.
  package init(finalizing hasher: consuming SHA256Hasher) {
    self.init(rawBytes: hasher.finalize())
  }

  /// The digest of `bytes`.
  package static func sha256(of bytes: some Sequence<UInt8>) -> Digest {
    Digest(rawBytes: SHA256Hasher.hash(of: bytes))
  }

  /// The digest of `bytes`.
  package static func sha256(of bytes: UnsafeRawBufferPointer) -> Digest {
    Digest(rawBytes: SHA256Hasher.hash(of: bytes))
  }

  private init(rawBytes: [UInt8]) {
    guard let digest = Digest(bytes: rawBytes) else {
      preconditionFailure("a SHA-256 digest has \(Digest.byteCount) bytes, not \(rawBytes.count)")
    }
    self = digest
  }
}
