package import Cryptography
package import ReleaseModel

extension OfflineMetadata {
  /// The same with one release more on its channel, once enough of the channel's keys signed exactly that.
  ///
  /// Throws `channel_not_delegated`, `stale_metadata`, `expired_targets`, `signature_invalid` or `metadata_too_long`.
  package func publishing(
    _ release: SignedRelease, _ signing: ReleaseSigning, at now: Timestamp,
    limits: MetadataLimits = MetadataLimits()
  ) throws(TrustError) -> OfflineMetadata {
    let role = ReleaseRole.name(of: release.channel)
    let (current, authority) = try channel(role)
    guard signing.version - 1 == current.content.version else {
      throw TrustError(
        .staleMetadata,
        "version \(signing.version) of '\(role)' was signed, and version \(current.content.version) is published: the "
          + "next one is \(current.content.version + 1); sign again, over what is published now")
    }
    let next = current.content.publishing(release, expires: signing.expires)
    guard !next.isExpired(at: now) else {
      throw TrustError(
        .expiredTargets,
        "what was signed for '\(role)' expires at \(next.expires), and it is \(now); sign again")
    }
    let file = try signed(next, signing.signatures, authority, release)
    guard file.bytes.count <= limits.targetsBytes else {
      throw TrustError(
        .metadataTooLong,
        "the metadata of '\(role)' would have \(file.bytes.count) bytes; clients take no more than "
          + "\(limits.targetsBytes): sign it again without releases that are retired")
    }
    try verify(signing.statement, of: release, authority)
    return replacing(role, with: file)
  }

  /// What has to be signed to publish a release: the channel's next version, and what it says of the release.
  package func wanted(for release: SignedRelease) throws(TrustError) -> String {
    let current = try channel(ReleaseRole.name(of: release.channel)).file
    return Self.wanted(version: current.content.version + 1, release)
  }

  /// What has to be sent along with the publish of a release: its channel's next metadata, and its statement, signed with
  /// keys of the channel.
  ///
  /// Throws `channel_not_delegated` or `signing_failed`.
  package func signing(
    _ release: SignedRelease, expires: Timestamp, by signers: [any Signer]
  ) throws(TrustError) -> ReleaseSigning {
    let current = try channel(ReleaseRole.name(of: release.channel)).file
    let next = current.content.publishing(release, expires: expires)
    var envelope = Envelope(next)
    var part = Ceremony.ReleasePart(release: release)
    for signer in signers {
      try envelope.sign(with: signer)
      try part.sign(with: signer)
    }
    return ReleaseSigning(
      sequence: release.sequence, version: next.version, expires: expires, signatures: envelope.signatures,
      statement: part.statement)
  }

  private func channel(
    _ role: ExactText
  ) throws(TrustError) -> (file: RepositoryFile<TargetsMetadata>, authority: RoleAuthority) {
    guard let authority = authority(for: role), let file = channels[role] else {
      throw TrustError(
        .channelNotDelegated,
        "targets does not delegate to '\(role)', so nobody can sign for that channel; add it with 'relctl trust rotate'"
      )
    }
    return (file, authority)
  }

  /// The file with the signatures that count; others would only be carried along for nothing.
  private func signed(
    _ metadata: TargetsMetadata, _ signatures: [MetadataSignature], _ authority: RoleAuthority,
    _ release: SignedRelease
  ) throws(TrustError) -> RepositoryFile<TargetsMetadata> {
    let envelope = Envelope(metadata)
    do throws(TrustError) {
      let signed = envelope.signed(with: try authority.verified(signatures, for: envelope.signedBytes))
      let bytes = signed.fileBytes(.compact)
      return RepositoryFile(
        bytes, signed, metadata, stated: MetaFile(version: metadata.version, bytes: bytes))
    } catch {
      guard error.code != .cryptographyFailed else { throw error }
      throw TrustError(
        .signatureInvalid,
        "\(error.message) over \(Self.wanted(version: metadata.version, release)), expires '\(metadata.expires)'",
        cause: error)
    }
  }

  private func verify(
    _ signatures: [MetadataSignature], of release: SignedRelease, _ authority: RoleAuthority
  ) throws(TrustError) {
    guard !signatures.isEmpty, Set(signatures.map(\.keyid)).count == signatures.count else {
      throw TrustError(
        .signatureInvalid, "the statement of '\(release.path)' has to be signed, by each key once")
    }
    for signature in signatures where try !authority.isValid(signature, for: release.statement) {
      throw TrustError(
        .signatureInvalid,
        "the key '\(signature.keyid.string.prefix(64))' is none of the channel's, or did not sign the statement of "
          + "'\(release.path)': \(release.summary)")
    }
  }

  private static func wanted(version: Int64, _ release: SignedRelease) -> String {
    "version \(version) of '\(ReleaseRole.name(of: release.channel))' with '\(release.path)': \(release.summary)"
  }
}
