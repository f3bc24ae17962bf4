/// What people sign, away from the server: root, targets, and one role for each channel.
package struct OfflineMetadata: Sendable, Hashable {
  package let root: RepositoryFile<RootMetadata>
  package let targets: RepositoryFile<TargetsMetadata>
  /// By the role. One that targets does not delegate to any more stays: no role may vanish from snapshot.
  package private(set) var channels: [ExactText: RepositoryFile<TargetsMetadata>]

  package init(
    root: RepositoryFile<RootMetadata>, targets: RepositoryFile<TargetsMetadata>,
    channels: [ExactText: RepositoryFile<TargetsMetadata>]
  ) {
    self.root = root
    self.targets = targets
    self.channels = channels
  }

  /// The same with another file of a channel.
  package func replacing(_ role: ExactText, with file: RepositoryFile<TargetsMetadata>) -> OfflineMetadata {
    var changed = self
    changed.channels[role] = file
    return changed
  }

  /// The roles that targets delegates to, `status` among them.
  package var delegatedRoles: [DelegatedRole] { targets.content.delegations?.roles ?? [] }

  /// Who signs for a delegated role; nil when targets does not delegate to it.
  package func authority(for role: ExactText) -> RoleAuthority? {
    targets.content.delegations?.authority(for: role)
  }

  /// Verifies all signatures, from root on, as a client does. What has expired is another question.
  package func verify() throws(TrustError) {
    try Self.verify(root.envelope, by: root.content.authority(for: .root))
    try Self.verify(targets.envelope, by: root.content.authority(for: .targets))
    for delegated in delegatedRoles where delegated.name != ReleaseRole.status {
      guard let file = channels[delegated.name], let authority = authority(for: delegated.name) else {
        throw TrustError(
          .missingMetadata,
          "targets delegates to '\(delegated.name)', of which there is no metadata; send its first one too")
      }
      try Self.verify(file.envelope, by: authority)
    }
  }

  private static func verify(_ envelope: Envelope, by authority: RoleAuthority) throws(TrustError) {
    try authority.verify(envelope)
  }
}
