import Cryptography
import Foundation
import HTTPClient
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import ReleaseTrust
import Synchronization
import Testing

@Suite struct `Publishing with signatures` {
  private let registry: TestRegistry
  private let ceremony: Ceremony

  init() throws {
    registry = try TestRegistry()
    ceremony = try Ceremony(registry, channels: "production", "beta")
    try registry.trust(ceremony.first())
    try registry.requireDraft("2.14.0")
  }

  @Test func `puts exactly what was signed into the channel's metadata, and the answer`() throws {
    let signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    let answer = try registry.publish("2.14.0", with: signer)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(
      try registry.trustVersions() == [
        "root": 1, "targets": 1, "production": 2, "beta": 1, "status": 2, "snapshot": 2, "timestamp": 2,
      ])
    let device = try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
    #expect(try device.release("2.14.0", on: "production") == signer.release)

    let latest = try #require(try registry.latest("4.5.0").data)
    let signatures = try #require(latest["signatures"] as? [[String: String]])
    #expect(signatures.count == 1)
    let digits = Array(try #require(signatures.first?["sig"]).utf8)
    let raw = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    let offered = try JSONDecoder().decode(
      LatestRelease.self, from: JSONSerialization.data(withJSONObject: latest))
    #expect(try signer.keys[0].publicKey.isValid(raw, for: SignedRelease(offered).statement))

    let zip = try registry.get("/tuf/targets/production/\(signer.release.artifact).2.14.0.zip")
    #expect(Digest.sha256(of: zip.body) == signer.release.artifact)
    #expect(try registry.get("/tuf/targets/beta/\(signer.release.artifact).2.14.0.zip").status == 404)
    #expect(try registry.get("/tuf/targets/production/\(signer.release.artifact).2.15.0.zip").status == 404)
  }

  @Test func `is needed once there is a root`() throws {
    let before = try state()
    let answer = try registry.transition("publish", "2.14.0")
    #expect(answer.status == 422)
    #expect(answer.code == "signature_required")
    for part in ["version 2 of 'production'", "sequence '1'", "entryFile 'index.html'", "wrapperRange"] {
      #expect(answer.detail.contains(part), "\(answer.detail)")
    }
    #expect(try state() == before)
  }

  @Test func `refuses a foreign key, and a signature of another statement`() throws {
    let before = try state()
    var signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    signer.keys = [try SigningKey.generate(.ed25519)]
    #expect(try refusal(signer) == "422 signature_invalid")
    signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    signer.statementKeys = [try SigningKey.generate(.ed25519)]
    #expect(try refusal(signer) == "422 signature_invalid")
    signer.statementKeys = []
    #expect(try refusal(signer) == "422 signature_invalid")
    signer.statementKeys = signer.keys + signer.keys
    #expect(try refusal(signer) == "422 signature_invalid")
    #expect(try state() == before)
  }

  @Test(arguments: [
    ["entryFile": "start.HTM"], ["wrapperRange": ">=4.0.0 <7.0.0"], ["apiContractRange": "^3.0.0"],
    ["artifactSha256": ""],
  ])
  func `refuses a draft of which one field was changed after it was signed`(change: [String: String]) throws {
    let signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    var change = change
    if change["artifactSha256"] != nil { change["artifactSha256"] = try registry.artifact("other bytes") }
    let edited = try registry.admin(
      .patch, "/channels/production/releases/2.14.0", change, fields: ["If-Match": "*"])
    #expect(edited.status == 200, "\(edited.text)")
    #expect(try refusal(signer) == "422 signature_invalid")
  }

  @Test func `leaves notes and rollout to the registry`() throws {
    let signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    let edited = try registry.admin(
      .patch, "/channels/production/releases/2.14.0", ["notes": "new", "rolloutBasisPoints": 500],
      fields: ["If-Match": "*"])
    #expect(edited.status == 200)
    #expect(try registry.publish("2.14.0", with: signer).status == 200)
    let device = try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
    let states = try device.states()
    #expect(states.channels.values.first?.partial == [try SemanticVersion(parsing: "2.14.0"): 500])
  }

  @Test func `refuses a stale sequence, a stale version and what has expired`() throws {
    let stale = try ReleaseSigner(ceremony, registry, "2.14.0")
    try registry.publishSigned("2.13.0", by: ceremony, channel: "beta")
    #expect(try refusal(stale) == "409 stale_sequence")
    try registry.publishSigned("2.12.0", by: ceremony)
    var signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    signer.metadata.header.version = stale.metadata.version
    #expect(try refusal(signer) == "409 stale_metadata")
    signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    signer.metadata.header.expires = registry.clock.now
    #expect(try refusal(signer) == "422 expired_targets")
    signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    signer.sequence += 2_000_000
    #expect(try refusal(signer) == "409 stale_sequence")
  }

  @Test func `may skip sequence numbers, which are never given again`() throws {
    var signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    signer.sequence = 10
    signer.release = SignedRelease(try registry.webRelease("2.14.0"), sequence: 10)
    signer.metadata.targets = [signer.release.path: signer.release.targetFile]
    #expect(try registry.publish("2.14.0", with: signer).status == 200)
    #expect(try registry.admin(.get, "/trust").data?["nextSequence"] as? Int == 11)
  }

  @Test func `lets one of two win that were signed over the same state`() throws {
    try registry.requireDraft("2.15.0")
    let signers = [
      try ReleaseSigner(ceremony, registry, "2.14.0"), try ReleaseSigner(ceremony, registry, "2.15.0"),
    ]
    let outcomes = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      do {
        let answer = try registry.publish(signers[index].release.version.description, with: signers[index])
        outcomes.withLock { $0.append("\(answer.status) \(answer.code ?? "")") }
      } catch {
        outcomes.withLock { $0.append("\(error)") }
      }
    }
    #expect(outcomes.withLock { $0.sorted() } == ["200 ", "409 stale_sequence"])
    #expect(try registry.trustVersions()["production"] == 2)
  }

  @Test func `needs as many keys as the channel's threshold says`() throws {
    let registry = try TestRegistry()
    var ceremony = try Ceremony(registry, channels: "production")
    let channel = try Channel(parsing: "production")
    ceremony.channelKeys[channel]?.append(try SigningKey.generate(.ecdsaP256SHA256))
    ceremony.channelThreshold = 2
    try registry.trust(ceremony.first())
    try registry.requireDraft("2.14.0")
    var signer = try ReleaseSigner(ceremony, registry, "2.14.0")
    let keys = signer.keys
    signer.keys = [keys[0]]
    let refused = try registry.publish("2.14.0", with: signer)
    #expect(refused.code == "signature_invalid")
    signer.keys = keys
    signer.statementKeys = [keys[1]]
    #expect(try registry.publish("2.14.0", with: signer).status == 200)
  }

  @Test func `is impossible on a channel that targets does not delegate to`() throws {
    try registry.requireDraft("2.14.1", channel: "internal")
    #expect(try registry.transition("publish", "2.14.1", channel: "internal").code == "channel_not_delegated")
  }

  @Test func `is refused in development mode, which publishes without`() throws {
    let registry = try TestRegistry()
    try registry.requireDraft("2.14.0")
    let signing: [String: Any] = [
      "sequence": 1, "metadata": ["version": 2, "expires": "2027-01-01T00:00:00Z", "signatures": []],
      "statement": ["signatures": []],
    ]
    let refused = try registry.transition("publish", "2.14.0", ["signing": signing])
    #expect(refused.status == 409)
    #expect(refused.code == "no_trust_root")
    #expect(try registry.transition("publish", "2.14.0").status == 200)
    #expect(try registry.latest("4.5.0").data?["signatures"] as? [String] == [])
  }

  @Test func `goes on to another channel with that channel's signatures`() throws {
    #expect(try registry.publish("2.14.0", with: ReleaseSigner(ceremony, registry, "2.14.0")).status == 200)
    let path = "/channels/production/releases/2.14.0/promote"
    #expect(try registry.admin(.post, path, ["channel": "beta"]).code == "signature_required")
    var signer = try ReleaseSigner(ceremony, registry, "2.14.0", on: "beta")
    let keys = signer.keys
    signer.keys = ceremony.channelKeys[try Channel(parsing: "production")] ?? []
    let body: [String: Any] = ["channel": "beta", "signing": try signer.signing()]
    #expect(try registry.admin(.post, path, body).code == "signature_invalid")
    signer.keys = keys
    let answer = try registry.admin(.post, path, ["channel": "beta", "signing": try signer.signing()])
    #expect(answer.status == 201, "\(answer.text)")
    let device = try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
    #expect(try device.release("2.14.0", on: "beta") == signer.release)
    #expect(try registry.findings() == [])
  }

  @Test func `says everything that is wrong with the form of the signing`() throws {
    let signing: [String: Any] = [
      "sequence": "1", "metadata": ["version": 0, "expires": "soon", "signatures": [1], "more": 1],
      "statement": ["signatures": "none"],
    ]
    let answer = try registry.transition("publish", "2.14.0", ["signing": signing])
    #expect(answer.status == 400)
    #expect(
      answer.errors == [
        "signing.metadata.more: unknown_field", "signing.sequence: invalid_request",
        "signing.metadata.version: invalid_request", "signing.metadata.expires: invalid_expiry",
        "signing.metadata.signatures.0: invalid_request", "signing.statement.signatures: missing_field",
      ])
  }

  private func refusal(_ signer: ReleaseSigner) throws -> String {
    let answer = try registry.publish("2.14.0", with: signer)
    return "\(answer.status) \(answer.code ?? answer.text)"
  }

  /// What must be the same after a refusal.
  private func state() throws -> [String: Int] {
    var state = try registry.trustVersions()
    state["audit rows"] = try registry.auditCount()
    state["sequence"] = try registry.admin(.get, "/trust").data?["nextSequence"] as? Int
    return state
  }
}
