/// Which key of which token of which module: what a person writes down as a PKCS #11 URI (RFC 7512), such as
/// `pkcs11:token=release;object=root-1?module-path=/usr/lib/softhsm/libsofthsm2.so`.
package struct TokenKeyReference: Sendable, Hashable {
  /// The module's absolute path.
  package let modulePath: String
  /// The token's label.
  package let tokenLabel: String
  /// The key's label; nil when only the identifier counts.
  package let keyLabel: String?
  /// The key's identifier, `CKA_ID`; nil when only the label counts.
  package let keyIdentifier: [UInt8]?

  /// Names a key. One of label and identifier has to be there.
  ///
  /// Throws `pkcs11_invalid_uri`. The module's path has to be absolute, so that no search path decides which code runs.
  package init(
    modulePath: String, tokenLabel: String, keyLabel: String?, keyIdentifier: [UInt8]?
  ) throws(TokenError) {
    guard modulePath.hasPrefix("/") else {
      throw TokenError(
        .invalidReference, "a PKCS #11 module needs an absolute path, but this is '\(modulePath)'")
    }
    guard !tokenLabel.isEmpty else {
      throw TokenError(.invalidReference, "a token has to be named by its label: token=LABEL")
    }
    guard keyLabel?.isEmpty == false || keyIdentifier?.isEmpty == false else {
      throw TokenError(
        .invalidReference, "a key has to be named by its label or its identifier: object=LABEL or id=%01")
    }
    self.modulePath = modulePath
    self.tokenLabel = tokenLabel
    self.keyLabel = keyLabel
    self.keyIdentifier = keyIdentifier
  }
}

extension TokenKeyReference: CustomStringConvertible {
  /// What a person calls the key: token and label, or identifier.
  package var description: String {
    let key =
      keyLabel.map { "'\($0)'" }
      ?? "with the identifier \((keyIdentifier ?? []).map(Self.hexadecimal).joined())"
    return "the key \(key) of the token '\(tokenLabel)'"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
