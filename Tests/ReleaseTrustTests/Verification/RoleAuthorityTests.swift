import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct RoleAuthorityTests {
  private let keys: [SigningKey]
  private let metadata = TargetsMetadata(version: 1, expires: Moment.nextYear)

  init() throws {
    keys = try [.ed25519, .ecdsaP256SHA256, .ed25519].map { try SigningKey.generate($0) }
  }

  private func authority(_ keys: [SigningKey], threshold: Int64) -> RoleAuthority {
    let listed = keys.map { TUFKey($0.publicKey) }
    return RoleAuthority(
      role: "targets", rule: SigningRule(keyids: listed.map(\.keyid), threshold: threshold),
      keys: Dictionary(listed.map { ($0.keyid, $0) }) { first, _ in first })
  }

  private func signed(by keys: [SigningKey]) throws -> Envelope {
    var envelope = Envelope(metadata)
    for key in keys { try envelope.sign(with: key) }
    return envelope
  }

  private func code(_ authority: RoleAuthority, _ envelope: Envelope) throws -> TrustErrorCode {
    try #require(throws: TrustError.self) { try authority.verify(envelope) }.code
  }

  @Test func `is content with as many keys as the threshold asks for`() throws {
    try authority(keys, threshold: 2).verify(try signed(by: [keys[0], keys[2]]))
    try authority(keys, threshold: 3).verify(try signed(by: keys))
  }

  @Test func `refuses one signature too few, and none at all with a code of its own`() throws {
    #expect(try code(authority(keys, threshold: 3), try signed(by: [keys[0], keys[1]])) == .thresholdNotMet)
    #expect(try code(authority(keys, threshold: 1), Envelope(metadata)) == .unsignedMetadata)
  }

  @Test func `ignores signatures of keys that are not the role's`() throws {
    let envelope = try signed(by: keys)
    try authority([keys[1]], threshold: 1).verify(envelope)
    let stranger = try SigningKey.generate(.ed25519)
    #expect(try code(authority([stranger], threshold: 1), envelope) == .thresholdNotMet)
  }

  @Test(arguments: ["", "00", "zz", "0", String(repeating: "0", count: 128), "é"])
  func `ignores a worthless signature when there are enough without it`(sig: String) throws {
    var text = String(decoding: try signed(by: [keys[0], keys[2]]).fileBytes(.compact), as: UTF8.self)
    let envelope = try Envelope(parsing: Array(text.utf8), maximumBytes: 10_000)
    text = text.replacing(try #require(envelope.signatures.first).sig.string, with: sig)
    let damaged = try Envelope(parsing: Array(text.utf8), maximumBytes: 10_000)
    try authority(keys, threshold: 1).verify(damaged)
    #expect(try code(authority(keys, threshold: 2), damaged) == .thresholdNotMet)
  }

  @Test func `keeps one good signature of each key, and what it keeps is enough for itself`() throws {
    let envelope = try signed(by: keys)
    let bad = MetadataSignature(keyid: envelope.signatures[0].keyid, sig: "00")
    let stranger = try signed(by: [try SigningKey.generate(.ed25519)]).signatures
    let kept = try authority(keys, threshold: 3).verified(
      [bad] + stranger + envelope.signatures + envelope.signatures, for: envelope.signedBytes)
    #expect(kept == envelope.signatures)
    try authority(keys, threshold: 3).verify(Envelope(metadata).signed(with: kept))
  }

  @Test func `keeps nothing unless there are enough, over these very bytes`() throws {
    let envelope = try signed(by: keys)
    let authority = authority(keys, threshold: 2)
    func code(_ signatures: [MetadataSignature], _ bytes: [UInt8]) throws -> TrustErrorCode {
      try #require(throws: TrustError.self) { try authority.verified(signatures, for: bytes) }.code
    }
    #expect(try code(envelope.signatures, envelope.signedBytes + [32]) == .thresholdNotMet)
    #expect(
      try code([envelope.signatures[0], envelope.signatures[0]], envelope.signedBytes) == .thresholdNotMet)
    #expect(try code([], envelope.signedBytes) == .unsignedMetadata)
  }

  @Test func `refuses a signature in upper case`() throws {
    let envelope = try signed(by: [keys[0]])
    let sig = try #require(envelope.signatures.first).sig.string
    let text = String(decoding: envelope.fileBytes(.compact), as: UTF8.self)
      .replacing(sig, with: sig.uppercased())
    let shouted = try Envelope(parsing: Array(text.utf8), maximumBytes: 10_000)
    #expect(try code(authority(keys, threshold: 1), shouted) == .thresholdNotMet)
  }

  @Test func `counts one key under two names once`() throws {
    // The same key once more, with a member that changes its name.
    let key = keys[0]
    let plain = TUFKey(key.publicKey)
    var json = plain.json
    json["x"] = 1
    let root: JSONObject = [
      "_type": "root", "spec_version": "1.0.34", "version": 1, "expires": "2030-01-02T03:04:05Z",
      "keys": .object([
        plain.keyid: .object(plain.json),
        ExactText(hexadecimal(SHA256Hasher.hash(of: CanonicalJSON.bytes(of: .object(json))))): .object(json),
      ]),
      "roles": .object(
        JSONObject(TopLevelRole.allCases.map { ($0.name, .object(["keyids": .array([]), "threshold": 1])) })),
    ]
    let listed = try RootMetadata(reading: root).keys
    #expect(listed.count == 2)
    var envelope = Envelope(metadata)
    for name in listed.values { try envelope.sign(with: key, as: name) }
    #expect(envelope.signatures.count == 2)
    let rule = SigningRule(keyids: listed.keys.sorted(), threshold: 2)
    let authority = RoleAuthority(role: "targets", rule: rule, keys: listed)
    #expect(try authority.signers(of: envelope).count == 1)
    #expect(try code(authority, envelope) == .thresholdNotMet)
  }

  @Test func `refuses a signature of something else`() throws {
    let signature = try signed(by: [keys[0]]).fileBytes(.compact)
    let text = String(decoding: signature, as: UTF8.self).replacing(#""version":1"#, with: #""version":2"#)
    let changed = try Envelope(parsing: Array(text.utf8), maximumBytes: 10_000)
    #expect(try code(authority(keys, threshold: 1), changed) == .thresholdNotMet)
  }

  @Test func `says which keys cannot count`() throws {
    let rule = SigningRule(keyids: ["missing"], threshold: 1)
    let authority = RoleAuthority(role: "stable", rule: rule, keys: [:])
    let error = try #require(throws: TrustError.self) { try authority.verify(try signed(by: keys)) }
    #expect(error.message.contains("'stable'"))
    #expect(error.message.contains("'missing' is not listed"))
  }
}
