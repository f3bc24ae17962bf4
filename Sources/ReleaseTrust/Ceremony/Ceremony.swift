package import Cryptography
import ReleaseModel

/// Metadata on its way to its signers: one file that is passed from one to the next until enough have signed.
///
/// It carries what it was made from, so that it can be read and signed where there is no registry.
package struct Ceremony: Sendable, Hashable {
  /// What is to be published.
  package private(set) var proposal: MetadataUpload
  /// What is published when it was made; nil for the first.
  package let current: MetadataUpload?
  /// The release that it publishes; nil when it is about who is trusted.
  package private(set) var part: ReleasePart?

  init(proposal: MetadataUpload, current: MetadataUpload?, part: ReleasePart? = nil) {
    self.proposal = proposal
    self.current = current
    self.part = part
  }

  /// Who has to sign a proposed file: enough keys of each of these. A new root needs those of the root before it too.
  package func authorities(for role: ExactText) -> [RoleAuthority] {
    let root = proposal.root ?? current?.root
    let targets = proposal.targets ?? current?.targets
    switch role {
    case TopLevelRole.root.name:
      return [current?.root, proposal.root].compactMap { $0?.content.authority(for: .root) }
    case TopLevelRole.targets.name:
      return [root].compactMap { $0?.content.authority(for: .targets) }
    default:
      return [targets?.content.delegations?.authority(for: role)].compactMap(\.self)
    }
  }

  /// Throws `version_mismatch` or `threshold_not_met` unless the root that it starts from is a trusted one, or the next
  /// after it. A first ceremony starts from none.
  package func requireStart(from trustedRoot: [UInt8]) throws(TrustError) {
    guard let root = current?.root else { return }
    // What has expired does not matter: a ceremony may be there to mend that.
    var trusted = try TrustedMetadata(root: trustedRoot, referenceTime: Timestamp(secondsSinceEpoch: 0))
    if trusted.root != root.content { _ = try trusted.update(root: root.bytes) }
  }

  /// Signs every file that the key may sign, and returns their roles.
  package mutating func sign(with signer: some Signer) throws(TrustError) -> [ExactText] {
    var signed: [ExactText] = []
    for (role, envelope) in proposal.files {
      let isEntitled = authorities(for: role).contains { $0.publicKeys.contains(signer.publicKey) }
      guard isEntitled else { continue }
      var envelope = envelope
      try envelope.sign(with: signer)
      try proposal.replace(role, with: envelope)
      try part?.sign(with: signer)
      signed.append(role)
    }
    return signed
  }

  /// The releases that a channel's proposed file lists otherwise than the one before it: those that it adds, and the paths of
  /// those that it leaves out or changes. Throws `invalid_release_metadata` for one that cannot be read.
  package func releaseChanges(
    of role: ExactText
  ) throws(TrustError) -> (added: [SignedRelease], removed: [ExactText]) {
    let before = current?.channels[role]?.content.targets ?? [:]
    let after = proposal.channels[role]?.content.targets ?? [:]
    var added: [SignedRelease] = []
    for (path, file) in after where before[path] != file { added.append(try SignedRelease(file, at: path)) }
    let removed = before.filter { after[$0.key] != $0.value }.keys.sorted()
    return (added.sorted { $0.sequence < $1.sequence }, removed)
  }

  /// How far the signing of a file is, for each of its authorities.
  package struct Progress: Sendable {
    package let role: ExactText
    /// Whether these are the keys of the root that is being replaced.
    package let isOfPreviousRoot: Bool
    package let threshold: Int64
    package let keys: Set<PublicKey>
    package let signers: Set<PublicKey>

    /// How many signatures are missing.
    package var missing: Int64 { max(0, threshold - Int64(signers.count)) }
  }

  /// How far the signing is, file by file.
  package func progress() throws(TrustError) -> [Progress] {
    var progress: [Progress] = []
    for (role, envelope) in proposal.files {
      let authorities = authorities(for: role)
      for (index, authority) in authorities.enumerated() {
        progress.append(
          Progress(
            role: role, isOfPreviousRoot: authorities.count > 1 && index == 0, threshold: authority.threshold,
            keys: authority.publicKeys, signers: try authority.signers(of: envelope)))
      }
    }
    return progress
  }
}

extension Ceremony {
  private static let schemaVersion: Int64 = 1

  /// Reads the file.
  package init(parsing bytes: [UInt8]) throws(TrustError) {
    var fields = try FieldReader(
      try JSONReader.read(bytes, maximumBytes: 2 * MetadataUpload.maximumBytes), at: "ceremony")
    let version = try fields.integer("schemaVersion", minimum: 1)
    guard version == Self.schemaVersion else {
      throw TrustError(
        .unsuitableMetadata,
        "the ceremony has the schema \(version); this program knows \(Self.schemaVersion)")
    }
    proposal = try MetadataUpload(try fields.object("proposal"))
    current = fields.rest["current"] == nil ? nil : try MetadataUpload(try fields.object("current"))
    part = fields.rest["release"] == nil ? nil : try Self.part(try fields.object("release"), of: proposal)
    try requireOnlyRelease()
  }

  /// The file, indented for people.
  package var fileBytes: [UInt8] {
    var members: JSONObject = [
      "schemaVersion": .integer(Self.schemaVersion), "proposal": .object(proposal.members),
    ]
    members["current"] = current.map { .object($0.members) }
    members["release"] = part.map { .object(Self.members(of: $0)) }
    return JSONWriter.bytes(of: .object(members), .pretty)
  }
}
