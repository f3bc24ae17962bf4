import Cryptography
import Foundation
import HTTPClient
import ReleaseModel
import ReleaseTrust

/// Signs a draft as release engineers do, over what the registry publishes now. Tests change what they like before they
/// ask for the body.
struct ReleaseSigner {
  var keys: [SigningKey]
  var statementKeys: [SigningKey]
  var sequence: Int64
  var release: SignedRelease
  var metadata: TargetsMetadata

  init(
    _ ceremony: Ceremony, _ registry: TestRegistry, _ version: String, channel: String = "production",
    on target: String? = nil
  ) throws {
    let target = try Channel(parsing: target ?? channel)
    keys = ceremony.channelKeys[target] ?? []
    statementKeys = keys
    let draft = try registry.webRelease(version, channel: channel)
    let status = try registry.admin(.get, "/trust")
    sequence = Int64(status.data?["nextSequence"] as? Int ?? 0)
    release = SignedRelease(
      channel: target, version: draft.releaseVersion, sequence: sequence, artifact: draft.artifactSha256,
      sizeBytes: draft.sizeBytes, tree: draft.tree, entryFile: draft.entryFile, gates: draft.gates)
    let number = try registry.trustVersions()[target.name] ?? 0
    let file = try registry.get("/tuf/\(number).\(target.name).json")
    let current: TargetsMetadata = try Envelope(parsing: file.body, maximumBytes: 1 << 20).content()
    metadata = current.publishing(release, expires: ceremony.inDays(90))
  }

  /// The member `signing` of a publish.
  func signing() throws -> [String: Any] {
    [
      "sequence": sequence,
      "metadata": [
        "version": metadata.version, "expires": metadata.expires.description,
        "signatures": try Self.signatures(of: Envelope(metadata).signedBytes, by: keys),
      ] as [String: Any],
      "statement": ["signatures": try Self.signatures(of: release.statement, by: statementKeys)],
    ]
  }

  private static func signatures(of bytes: [UInt8], by keys: [SigningKey]) throws -> [[String: Any]] {
    try keys.map { key in
      ["keyid": TUFKey(key.publicKey).keyid.string, "sig": hexadecimal(try key.sign(bytes))]
    }
  }
}

extension TestRegistry {
  /// A release as the registry has it.
  func webRelease(_ version: String, channel: String = "production") throws -> WebRelease {
    let answer = try admin(.get, "/channels/\(channel)/releases/\(version)")
    guard let data = answer.data else { throw UnexpectedAnswer(answer) }
    return try JSONDecoder().decode(WebRelease.self, from: JSONSerialization.data(withJSONObject: data))
  }

  /// Makes a draft that `publish(signed:)` can sign.
  func requireDraft(
    _ version: String, channel: String = "production", _ changes: [String: Any] = [:]
  ) throws {
    let answer = try draft(version, channel: channel, changes)
    guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
  }

  /// Makes and publishes a release that the ceremony's people sign.
  func publishSigned(
    _ version: String, by ceremony: Ceremony, channel: String = "production", _ changes: [String: Any] = [:]
  ) throws {
    try requireDraft(version, channel: channel, changes)
    let answer = try publish(version, with: ReleaseSigner(ceremony, self, version, channel: channel))
    guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
  }

  func publish(_ version: String, with signer: ReleaseSigner) throws -> TestAnswer {
    try transition("publish", version, channel: signer.release.channel.name, ["signing": signer.signing()])
  }
}
