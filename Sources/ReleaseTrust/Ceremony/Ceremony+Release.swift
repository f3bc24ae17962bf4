import Cryptography
package import ReleaseModel

/// A release on its way to its signers, where one signature is not enough.
extension Ceremony {
  /// Which release it is about, and what its statement was signed with so far.
  package struct ReleasePart: Sendable, Hashable {
    package let release: SignedRelease
    package internal(set) var statement: [MetadataSignature] = []

    /// The channel's role.
    package var role: ExactText { ReleaseRole.name(of: release.channel) }

    /// Signs the statement, in place of an earlier signature of the same key.
    mutating func sign(with signer: some Signer) throws(TrustError) {
      let keyid = TUFKey(signer.publicKey).keyid
      do throws(CryptographyError) {
        let signature = MetadataSignature(keyid: keyid, signature: try signer.sign(release.statement))
        statement.removeAll { $0.keyid == keyid }
        statement.append(signature)
      } catch {
        throw TrustError(
          .signingFailed, "cannot sign with the key '\(keyid)': \(error.message)", cause: error)
      }
    }
  }

  /// The next metadata of a channel, with one release more.
  ///
  /// Throws `channel_not_delegated` or `missing_metadata`.
  package init(
    publishing release: SignedRelease, after offline: OfflineMetadata, expires: Timestamp
  ) throws(TrustError) {
    let role = ReleaseRole.name(of: release.channel)
    guard offline.authority(for: role) != nil else {
      throw TrustError(
        .channelNotDelegated,
        "targets does not delegate to '\(role)', so nobody can sign for that channel; add it with 'relctl trust rotate'"
      )
    }
    guard let current = offline.channels[role] else {
      throw TrustError(.missingMetadata, "there is no metadata of the channel '\(role)'")
    }
    let next = try RepositoryFile<TargetsMetadata>(
      Envelope(current.content.publishing(release, expires: expires)))
    self.init(
      proposal: MetadataUpload(channels: [role: next]),
      current: MetadataUpload(root: offline.root, targets: offline.targets, channels: [role: current]),
      part: ReleasePart(release: release))
  }

  /// What the registry takes along with the publish; nil when it is about no release.
  package var signing: ReleaseSigning? {
    guard let part, let file = proposal.channels[part.role] else { return nil }
    return ReleaseSigning(
      sequence: part.release.sequence, version: file.content.version, expires: file.content.expires,
      signatures: file.envelope.signatures, statement: part.statement)
  }

  /// Throws `unsuitable_metadata` unless publishing the release is all that the proposal does, and what it starts from was
  /// signed by those whom its own root names. Whether that root is the right one, its reader has to know.
  func requireOnlyRelease() throws(TrustError) {
    guard let part else { return }
    guard let current, let root = current.root, let targets = current.targets,
      let before = current.channels[part.role], let after = proposal.channels[part.role],
      proposal.files.count == 1
    else {
      throw Self.unsuitable(
        "it has to hold root, targets and the channel as published, and the channel's next file")
    }
    guard after.content == before.content.publishing(part.release, expires: after.content.expires) else {
      throw Self.unsuitable(
        "it changes more of the channel '\(part.role)' than to add '\(part.release.path)'")
    }
    guard before.content.targets[part.release.path] == nil else {
      throw Self.unsuitable("'\(part.release.path)' was published before, and a version never changes")
    }
    try root.content.authority(for: .root).verify(root.envelope)
    try root.content.authority(for: .targets).verify(targets.envelope)
    for authority in authorities(for: part.role) { try authority.verify(before.envelope) }
  }

  private static func unsuitable(_ message: String) -> TrustError {
    TrustError(
      .unsuitableMetadata,
      "the file says that it only publishes a release, but \(message); sign nothing of it")
  }
}

extension Ceremony {
  private static let path: ExactText = "path"
  private static let statement: ExactText = "statement"

  /// The member `release` of the file: the release's path, whose fields stand in the proposal, and its statement's signatures.
  static func members(of part: ReleasePart) -> JSONObject {
    [path: .text(part.release.path), statement: .array(part.statement.map(\.json))]
  }

  static func part(_ fields: FieldReader, of proposal: MetadataUpload) throws(TrustError) -> ReleasePart {
    var fields = fields
    let path = try fields.text(Self.path)
    guard let file = proposal.channels.values.compactMap({ $0.content.targets[path] }).first else {
      throw TrustError(.invalidMetadata, "'release.path' is '\(path)', which the proposal does not list")
    }
    var signatures: [MetadataSignature] = []
    for (index, value) in try fields.array(statement).enumerated() {
      signatures.append(try MetadataSignature(value, at: "release.statement.\(index)"))
    }
    return ReleasePart(release: try SignedRelease(file, at: path), statement: signatures)
  }
}
