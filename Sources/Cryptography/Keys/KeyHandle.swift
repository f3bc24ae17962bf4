import COpenSSL
import Synchronization

/// One key inside OpenSSL, public or private, which never changes. OpenSSL overwrites a private key as it frees it.
final class KeyHandle: Sendable {
  /// The only owner of OpenSSL's object.
  ///
  /// Unchecked, because a pointer is not Sendable: this one is handed over once, is never copied out of the lock,
  /// and OpenSSL ties no key to a thread.
  private struct Key: ~Copyable, @unchecked Sendable {
    let pointer: OpaquePointer
    deinit { EVP_PKEY_free(pointer) }
  }

  private let key: Mutex<Key>

  /// Takes over the key, which the caller must not use again.
  init(owning pointer: OpaquePointer) {
    key = Mutex(Key(pointer: pointer))
  }

  /// Lends the key for the time of a call.
  func withPointer<Result: Sendable>(
    _ body: (OpaquePointer) throws(CryptographyError) -> Result
  ) throws(CryptographyError) -> Result {
    try key.withLock { key throws(CryptographyError) in try body(key.pointer) }
  }
}
