import Cryptography
import ReleaseModel
import ReleaseTrust

/// Shows keys, of which only the public part is ever shown.
struct KeyReport {
  /// What the key is called here: its name, or where it is.
  let name: String
  let publicKey: PublicKey
  /// Where the private part is: `encrypted`, `token`, or `elsewhere`.
  let privatePart: PrivatePart

  enum PrivatePart: String {
    case encrypted, token, elsewhere
  }

  init(name: String, publicKey: PublicKey, privatePart: PrivatePart) {
    self.name = name
    self.publicKey = publicKey
    self.privatePart = privatePart
  }

  init(_ key: KeyFolder.StoredKey) {
    self.init(
      name: key.name.text, publicKey: key.publicKey,
      privatePart: key.privatePath == nil ? .elsewhere : .encrypted)
  }

  /// How signed metadata names the key.
  var keyid: String { TUFKey(publicKey).keyid.string }

  private var scheme: String {
    switch publicKey.scheme {
    case .ed25519: "ed25519"
    case .ecdsaP256SHA256: "ecdsa-sha2-nistp256"
    case .rsaPSSSHA256: "rsassa-pss-sha256"
    }
  }

  var json: JSONValue {
    [
      "name": .string(name), "keyid": .string(keyid), "scheme": .string(scheme),
      "privatePart": .string(privatePart.rawValue), "publicKey": .string(publicKey.spkiPEM),
    ]
  }

  func report(saying sentences: [String] = []) -> Report {
    let fields = [
      Report.Field("name", name), Report.Field("keyid", keyid), Report.Field("scheme", scheme),
      Report.Field("private part", privatePart.rawValue),
    ]
    let pem = publicKey.spkiPEM.split(separator: "\n").map(String.init)
    return Report(
      json: json,
      text: .parts((sentences.isEmpty ? [] : [.lines(sentences)]) + [.fields(fields), .lines(pem)]))
  }

  static func list(_ keys: [KeyReport]) -> Report {
    Report(
      json: .array(keys.map(\.json)),
      text: .table(
        Table(
          columns: ["NAME", "SCHEME", "PRIVATE PART", "KEYID"],
          rows: keys.map { [$0.name, $0.scheme, $0.privatePart.rawValue, $0.keyid] },
          whenEmpty: "There are no keys. 'relctl key generate NAME' makes one.")))
  }
}
