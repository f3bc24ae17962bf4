import Cryptography
import TokenSigning

extension CommandError {
  /// A key or signature that cannot be used, or OpenSSL failing.
  init(_ error: CryptographyError) {
    self.init(.failed, error.code.rawValue, error.message)
  }

  /// The same, naming the file that the key is in.
  init(_ error: CryptographyError, about path: String) {
    self.init(.failed, error.code.rawValue, "'\(path)': \(error.message)")
  }

  /// A token that cannot be used.
  init(_ error: TokenError) {
    self.init(error.code == .invalidReference ? .usage : .failed, error.code.rawValue, error.message)
  }
}
