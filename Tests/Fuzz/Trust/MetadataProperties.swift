import Fuzzing
import ReleaseTrust

/// What holds for every metadata file that is read.
enum MetadataProperties {
  static func check(_ bytes: [UInt8]) {
    guard let envelope = attempt({ try Envelope(parsing: bytes, maximumBytes: 1 << 20) }) else { return }
    let copy = attempt { try Envelope(parsing: envelope.fileBytes(.compact), maximumBytes: 8 << 20) }
    require(copy == envelope, "an envelope that is written is read as the same")
    check(envelope, as: TimestampMetadata.self)
    check(envelope, as: SnapshotMetadata.self)
    if let root = check(envelope, as: RootMetadata.self) { checkSigners(of: root, envelope) }
    if let targets = check(envelope, as: TargetsMetadata.self) { checkDelegations(of: targets, envelope) }
  }

  /// Reading and writing loses nothing that is signed.
  @discardableResult
  private static func check<Metadata: SignedMetadata>(
    _ envelope: Envelope, as type: Metadata.Type
  ) -> Metadata? {
    guard let metadata = attempt({ try envelope.content(as: type) }) else { return nil }
    require(
      Envelope(metadata).signedBytes == envelope.signedBytes, "metadata is written with what was signed")
    return metadata
  }

  private static func checkSigners(of root: RootMetadata, _ envelope: Envelope) {
    for role in TopLevelRole.allCases {
      let authority = root.authority(for: role)
      guard let signers = attempt({ try authority.signers(of: envelope) }) else { continue }
      require(signers.isSubset(of: authority.publicKeys), "only keys of the role sign for it")
      let isVerified = attempt { try authority.verify(envelope) } != nil
      require(!isVerified || !signers.isEmpty, "nothing is verified that nobody signed")
    }
  }

  private static func checkDelegations(of targets: TargetsMetadata, _ envelope: Envelope) {
    guard let delegations = targets.delegations else { return }
    for role in delegations.roles {
      for path in Array(targets.targets.keys) + paths(like: role.scope) { _ = role.scope.covers(path) }
      _ = attempt { try delegations.authority(for: role).signers(of: envelope) }
    }
  }

  /// Paths that a scope nearly covers.
  private static func paths(like scope: DelegatedRole.Scope) -> [ExactText] {
    guard case .paths(let patterns) = scope else { return [] }
    return patterns.flatMap { [$0, ExactText($0.string + "/x"), ExactText(String($0.string.dropLast()))] }
  }
}
