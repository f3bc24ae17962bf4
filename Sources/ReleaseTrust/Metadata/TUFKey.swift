package import Cryptography

/// A public key as metadata lists it (The Update Framework 1.0.34, 4.2.2).
///
/// A key of an unknown kind, or one that is no key, stays in the metadata; it verifies nothing.
package struct TUFKey: Sendable, Hashable {
  /// What a key is good for.
  package enum Material: Sendable, Hashable {
    /// It verifies signatures.
    case usable(PublicKey)
    /// It verifies nothing, for this reason.
    case unusable(String)
  }

  /// The key's name: SHA-256 of its canonical JSON, all members included, in lower-case hexadecimal digits.
  package let keyid: ExactText
  /// What the key is good for.
  package let material: Material
  /// The key as it was read.
  package let json: JSONObject

  /// The name that some writers give it: the hash of only the members that the specification names.
  private let coreKeyid: ExactText

  /// The key as this project writes it.
  package init(_ key: PublicKey) {
    let (type, scheme, text): (ExactText, ExactText, String) =
      switch key.scheme {
      case .ed25519: ("ed25519", "ed25519", hexadecimal(key.rawEd25519 ?? []))
      case .ecdsaP256SHA256: ("ecdsa", "ecdsa-sha2-nistp256", key.spkiPEM)
      case .rsaPSSSHA256: ("rsa", "rsassa-pss-sha256", key.spkiPEM)
      }
    json = [
      "keytype": .text(type), "keyval": .object(["public": .text(ExactText(text))]), "scheme": .text(scheme),
    ]
    keyid = Self.keyid(of: json)
    coreKeyid = keyid
    material = .usable(key)
  }

  init(_ value: StrictJSON, at path: FieldPath) throws(TrustError) {
    var fields = try FieldReader(value, at: path)
    json = fields.rest
    let type = try fields.text("keytype")
    let scheme = try fields.text("scheme")
    let keyval = try fields.take("keyval")
    var valueFields = try FieldReader(keyval, at: "\(path).keyval")
    material = try Self.material(type, scheme, try valueFields.text("public"))
    keyid = Self.keyid(of: json)
    coreKeyid =
      fields.rest.isEmpty
      ? keyid : Self.keyid(of: ["keytype": .text(type), "keyval": keyval, "scheme": .text(scheme)])
  }

  /// Whether the key may be listed under this name: the hash of all its members or, as python-tuf and the client
  /// conformance suite do, the hash of the three that the specification names. Either way the name is bound to the
  /// key, and one key under two names still counts once.
  package func isNamed(_ name: ExactText) -> Bool { name == keyid || name == coreKeyid }

  private static func keyid(of json: JSONObject) -> ExactText {
    ExactText(hexadecimal(SHA256Hasher.hash(of: CanonicalJSON.bytes(of: .object(json)))))
  }

  private static func material(
    _ type: ExactText, _ scheme: ExactText, _ text: ExactText
  ) throws(TrustError) -> Material {
    do throws(CryptographyError) {
      switch (type, scheme) {
      case ("ed25519", "ed25519"):
        guard let raw = text.hexadecimalBytes else { return .unusable("its public part is not hexadecimal") }
        return .usable(try PublicKey(ed25519: raw))
      case ("ecdsa", "ecdsa-sha2-nistp256"), ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"):
        return .usable(try PublicKey(spkiPEM: text.string, scheme: .ecdsaP256SHA256))
      case ("rsa", "rsassa-pss-sha256"):
        return .usable(try PublicKey(spkiPEM: text.string, scheme: .rsaPSSSHA256))
      default: return .unusable("its kind '\(type)' with the scheme '\(scheme)' is not known here")
      }
    } catch {
      // That OpenSSL had no memory says nothing about the key.
      guard error.code != .libraryFailed else { throw TrustError(error) }
      return .unusable(error.message)
    }
  }
}

extension [ExactText: TUFKey] {
  /// Reads an object of keys; each has to be listed under the name that its own bytes give it.
  init(_ fields: FieldReader) throws(TrustError) {
    self.init(minimumCapacity: fields.rest.members.count)
    for member in fields.rest.members {
      let key = try TUFKey(member.value, at: fields.path(of: member.name))
      guard key.isNamed(member.name) else {
        throw TrustError(
          .keyidMismatch,
          "'\(fields.path)' lists a key as '\(member.name.string.prefix(100))' that is '\(key.keyid)'")
      }
      self[member.name] = key
    }
  }

  var json: StrictJSON { .object(JSONObject(map { ($0.key, .object($0.value.json)) })) }
}
