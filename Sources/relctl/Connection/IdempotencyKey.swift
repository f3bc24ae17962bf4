import Cryptography

/// Names one create, so that the server does it once however often it arrives.
enum IdempotencyKey {
  /// A key that nobody has used.
  static func random() throws -> String {
    try hexadecimal(randomBytes(count: 16))
  }
}
