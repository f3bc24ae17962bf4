extension TokenKeyReference {
  /// What every PKCS #11 URI starts with.
  package static let uriScheme = "pkcs11:"

  /// Reads a PKCS #11 URI (RFC 7512) with `token`, one or both of `object` and `id`, and the query `module-path`.
  ///
  /// Throws `pkcs11_invalid_uri`, also for the attributes that are not used here: nothing in it is ignored. A PIN is
  /// refused, because it would be seen by everybody who sees the URI.
  package init(uri: String) throws(TokenError) {
    guard uri.hasPrefix(Self.uriScheme) else { throw Self.invalid("it does not start with 'pkcs11:'") }
    let parts = uri.dropFirst(Self.uriScheme.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var attributes = try Self.attributes(parts[0], separator: ";", known: ["token", "object", "id", "type"])
    let query = try Self.attributes(parts.dropFirst().first ?? "", separator: "&", known: ["module-path"])
    guard attributes.removeValue(forKey: "type").map({ $0 == Array("private".utf8) }) ?? true else {
      throw Self.invalid("only a private key signs: type=private")
    }
    guard let modulePath = query["module-path"], let token = attributes["token"] else {
      throw Self.invalid("it has to say token=LABEL and ?module-path=/PATH/OF/MODULE.so")
    }
    try self.init(
      modulePath: Self.text(modulePath), tokenLabel: Self.text(token),
      keyLabel: Self.text(attributes["object"]), keyIdentifier: attributes["id"])
  }

  private static func attributes(
    _ text: Substring, separator: Character, known: Set<String>
  ) throws(TokenError) -> [String: [UInt8]] {
    var attributes: [String: [UInt8]] = [:]
    for attribute in text.split(separator: separator, omittingEmptySubsequences: true) {
      let pair = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pair[0])
      guard !name.hasPrefix("pin-") else {
        throw invalid("a PIN does not belong in it; it is asked for, or read from a file")
      }
      guard pair.count == 2, known.contains(name) else {
        throw invalid("'\(name)' is not one of \(known.sorted().joined(separator: ", "))")
      }
      guard attributes.updateValue(try decoded(pair[1]), forKey: name) == nil else {
        throw invalid("'\(name)' is given twice")
      }
    }
    return attributes
  }

  private static func decoded(_ text: Substring) throws(TokenError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw invalid("'%' is not followed by two hexadecimal digits") }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private static func text(_ bytes: [UInt8]) throws(TokenError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw invalid("a name in it is not UTF-8")
    }
    return text
  }

  private static func text(_ bytes: [UInt8]?) throws(TokenError) -> String? {
    guard let bytes else { return nil }
    return try text(bytes) as String
  }

  private static func invalid(_ reason: String) -> TokenError {
    TokenError(
      .invalidReference,
      "this PKCS #11 URI cannot be used: \(reason); write pkcs11:token=LABEL;object=LABEL?module-path=/PATH")
  }
}
