/// Why a token cannot be used: a module that does not load, a token or key that is not there, a PIN that is refused.
package struct TokenError: Error, Sendable, Hashable {
  /// What failed, for a program.
  package enum Code: String, Sendable {
    /// The text is not a PKCS #11 URI, or does not say which token, key and module.
    case invalidReference = "pkcs11_invalid_uri"
    /// The module cannot be loaded, or is no PKCS #11 module.
    case moduleUnusable = "pkcs11_module_unusable"
    /// No token has the label.
    case tokenNotFound = "pkcs11_token_not_found"
    /// Several tokens have the label.
    case tokenAmbiguous = "pkcs11_token_ambiguous"
    /// The token does not accept the PIN.
    case pinRefused = "pkcs11_pin_refused"
    /// The token accepts no PIN until its owner unlocks it.
    case pinLocked = "pkcs11_pin_locked"
    /// The token has no such key.
    case keyNotFound = "pkcs11_key_not_found"
    /// The token has several keys of this name.
    case keyAmbiguous = "pkcs11_key_ambiguous"
    /// The key is neither Ed25519 nor ECDSA P-256, or cannot sign.
    case keyUnsupported = "pkcs11_key_unsupported"
    /// The token answered a call with an error of its own.
    case failed = "pkcs11_failed"
  }

  /// What failed, for a program.
  package let code: Code
  /// What failed and what to do about it, for a person. It never holds a PIN.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension TokenError: CustomStringConvertible {
  package var description: String { message }
}
