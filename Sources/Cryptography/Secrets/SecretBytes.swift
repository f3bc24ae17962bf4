import COpenSSL

/// A passphrase or a private key in memory that has one owner and is overwritten when that owner is done with it.
///
/// It has no description and cannot be copied, so that it cannot end up in a log or outlive its use by accident.
///
/// Unchecked, because pointers are not Sendable: this memory has one owner, and nobody writes to it between the
/// initialiser and the end.
package struct SecretBytes: ~Copyable, @unchecked Sendable {
  private let storage: UnsafeMutableRawBufferPointer
  /// How many bytes the secret has.
  package let count: Int

  /// Room for `capacity` bytes, of which `fill` returns how many it wrote, from the start.
  package init(capacity: Int, filling fill: (UnsafeMutableRawBufferPointer) -> Int) {
    let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: max(capacity, 1), alignment: 16)
    let count = fill(UnsafeMutableRawBufferPointer(rebasing: storage[..<capacity]))
    precondition((0...capacity).contains(count))
    self.storage = storage
    self.count = count
  }

  /// A copy of bytes. Whoever has the original still has it.
  package init(copying bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count) { buffer in
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
  }

  deinit {
    OPENSSL_cleanse(storage.baseAddress, storage.count)
    storage.deallocate()
  }

  /// Whether there is nothing to keep secret.
  package var isEmpty: Bool { count == 0 }

  /// Lends the bytes for the time of a call. The pointer is never null, even when the secret is empty.
  package borrowing func withUnsafeBytes<Result: ~Copyable, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }
}
