import Cryptography
import ReleaseTrust
import Testing

@Suite struct TUFKeyTests {
  private func root(changing change: (inout JSONObject) -> Void) throws(TrustError) -> RootMetadata {
    let envelope = try Envelope(parsing: Array(PythonTUFVectors.root.utf8), maximumBytes: 100_000)
    var signed = envelope.signed
    change(&signed)
    return try RootMetadata(reading: signed)
  }

  @Test func `gives keys the names that securesystemslib gives them`() throws {
    for (keyid, key) in try root(changing: { _ in }).keys {
      guard case .usable(let publicKey) = key.material else {
        Issue.record("\(keyid) cannot be used")
        continue
      }
      #expect(TUFKey(publicKey).keyid == keyid)
    }
  }

  @Test func `takes the hash of all members, or of the three of the specification, for a name`() throws {
    let extended = try #require(
      try root(changing: { _ in }).keys.first { $0.value.json["keyid_hash_algorithms"] != nil })
    #expect(extended.key != extended.value.keyid)
    #expect(extended.value.isNamed(extended.key))
    #expect(extended.value.isNamed(extended.value.keyid))
    #expect(!extended.value.isNamed("0000"))
  }

  @Test func `refuses a key under a name that is not its own`() throws {
    let error = try #require(throws: TrustError.self) {
      try root { signed in
        guard case .object(var keys)? = signed["keys"], let member = keys.members.first else { return }
        keys[ExactText("00" + member.name.string.dropFirst(2))] = member.value
        signed["keys"] = .object(keys)
      }
    }
    #expect(error.code == .keyidMismatch)
  }

  @Test(arguments: [
    ("ed25519", "ed25519", "zz"), ("ed25519", "ed25519", "00ff"), ("ecdsa", "ecdsa-sha2-nistp256", "no PEM"),
    ("rsa", "rsassa-pss-sha256", ""), ("sphincs", "sphincs", "00"), ("ed25519", "ecdsa-sha2-nistp256", "00"),
  ])
  func `keeps a key that it cannot use, and says why`(type: ExactText, scheme: ExactText, text: ExactText)
    throws
  {
    let key: JSONObject = [
      "keytype": .text(type), "scheme": .text(scheme), "keyval": .object(["public": .text(text)]),
    ]
    let keyid = ExactText(hexadecimal(SHA256Hasher.hash(of: CanonicalJSON.bytes(of: .object(key)))))
    let read = try root { $0["keys"] = .object([keyid: .object(key)]) }
    guard case .unusable(let reason)? = read.keys[keyid]?.material else {
      Issue.record("the key counts as usable")
      return
    }
    #expect(!reason.isEmpty)
  }
}
