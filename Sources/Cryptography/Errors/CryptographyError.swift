/// A key, signature or call to OpenSSL that failed, with the reasons that OpenSSL gave.
package struct CryptographyError: Error, Sendable, Hashable {
  /// What failed, for a program.
  package enum Code: String, Sendable {
    /// The system gave no random bytes.
    case randomUnavailable = "random_unavailable"
    /// OpenSSL itself failed, for example without memory. It says nothing about the key or the signature.
    case libraryFailed = "cryptography_failed"
    /// The bytes or the text are not a key.
    case malformedKey = "malformed_key"
    /// It is a key, but of a kind that is not used here.
    case unsupportedKey = "unsupported_key"
    /// It is a key of the right kind, but one that protects nothing.
    case weakKey = "weak_key"
    /// A private key was given where a public one belongs.
    case privateKeyGiven = "private_key_given"
    /// The private key is encrypted, but was to be read without a passphrase.
    case keyEncrypted = "key_encrypted"
    /// The private key is not encrypted, but has to be.
    case keyNotEncrypted = "key_not_encrypted"
    /// The passphrase does not open the key.
    case wrongPassphrase = "wrong_passphrase"
    /// There is no passphrase to encrypt with.
    case emptyPassphrase = "empty_passphrase"
    /// Deriving a key with these scrypt parameters would take too much memory or time.
    case costRefused = "key_cost_refused"
    /// A key that somebody else keeps did not sign.
    case signingFailed = "signing_failed"
  }

  /// What failed, for a program.
  package let code: Code
  /// What failed and what to do about it, for a person.
  package let message: String
  /// OpenSSL's own reasons, oldest first. They name functions and never hold keys or data.
  package let reasons: [String]

  /// Describes the failure that was just seen, and empties this thread's OpenSSL error queue, so that a later
  /// call is not blamed for it.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
    self.reasons = OpenSSLErrors.drain().reasons
  }

  /// OpenSSL could not do what it can always do, given memory.
  static func library(_ action: String) -> CryptographyError {
    CryptographyError(.libraryFailed, "OpenSSL could not \(action); check that the system has memory left")
  }
}

extension CryptographyError: CustomStringConvertible {
  package var description: String {
    reasons.isEmpty ? message : "\(message) (\(reasons.joined(separator: "; ")))"
  }
}
