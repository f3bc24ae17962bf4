package import ReleaseModel

extension Ceremony {
  /// The first metadata of a registry: nothing is released yet.
  package init(
    first assignment: KeyAssignment, lifetimes: MetadataLifetimes, now: Timestamp
  ) throws(TrustError) {
    var proposal = MetadataUpload()
    proposal.root = try Self.unsigned(
      assignment.rootMetadata(version: 1, expires: now.advanced(bySeconds: lifetimes.rootSeconds)))
    proposal.targets = try Self.unsigned(
      TargetsMetadata(
        version: 1, expires: now.advanced(bySeconds: lifetimes.targetsSeconds),
        delegations: assignment.delegations))
    for channel in assignment.channels.keys {
      proposal.channels[ReleaseRole.name(of: channel)] = try Self.unsigned(
        TargetsMetadata(version: 1, expires: now.advanced(bySeconds: lifetimes.channelSeconds)))
    }
    self.init(proposal: proposal, current: nil)
  }

  /// The next version of whatever another assignment of keys changes, and of what is to be renewed.
  ///
  /// A file is also made anew when the keys change that sign it: what the old ones signed does not count any more.
  /// Throws `nothing_to_sign` when nothing would change.
  package init(
    after current: OfflineMetadata, assignment: KeyAssignment, renewing: Set<ExactText> = [],
    lifetimes: MetadataLifetimes, now: Timestamp
  ) throws(TrustError) {
    let before = try KeyAssignment(current)
    var proposal = MetadataUpload()
    let root = current.root.content
    let keepsRoot =
      before.root == assignment.root && before.targets == assignment.targets
      && before.online == assignment.online
    if !keepsRoot || renewing.contains(TopLevelRole.root.name) {
      proposal.root = try Self.unsigned(
        assignment.rootMetadata(
          version: root.version + 1, expires: now.advanced(bySeconds: lifetimes.rootSeconds)))
    }
    let keepsTargets =
      before.targets == assignment.targets && before.channels == assignment.channels
      && before.online == assignment.online
    if !keepsTargets || renewing.contains(TopLevelRole.targets.name) {
      proposal.targets = try Self.unsigned(
        TargetsMetadata(
          version: current.targets.content.version + 1,
          expires: now.advanced(bySeconds: lifetimes.targetsSeconds), delegations: assignment.delegations))
    }
    for (channel, keys) in assignment.channels {
      let role = ReleaseRole.name(of: channel)
      let expires = now.advanced(bySeconds: lifetimes.channelSeconds)
      guard var next = current.channels[role]?.content else {
        proposal.channels[role] = try Self.unsigned(TargetsMetadata(version: 1, expires: expires))
        continue
      }
      guard before.channels[channel] != keys || renewing.contains(role) else { continue }
      next.header.version += 1
      next.header.expires = expires
      proposal.channels[role] = try Self.unsigned(next)
    }
    guard !proposal.files.isEmpty else {
      throw TrustError(
        .nothingToSign, "this would change nothing: no key is another, and nothing is to be renewed")
    }
    self.init(proposal: proposal, current: MetadataUpload(current))
  }

  private static func unsigned<Content: SignedMetadata>(
    _ content: Content
  ) throws(TrustError) -> RepositoryFile<Content> {
    try RepositoryFile(Envelope(content))
  }
}
