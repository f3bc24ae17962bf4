package import ReleaseModel

extension Ceremony {
  /// The first metadata of a registry.
  ///
  /// - Parameter releases: what was published without signatures before there was a root, by the channel.
  package init(
    first assignment: KeyAssignment, taking releases: [Channel: [SignedRelease]] = [:],
    lifetimes: MetadataLifetimes, now: Timestamp
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
        Self.first(releases[channel] ?? [], expires: now.advanced(bySeconds: lifetimes.channelSeconds)))
    }
    self.init(proposal: proposal, current: nil)
  }

  /// The next version of whatever another assignment of keys changes, and of what is to be renewed.
  ///
  /// A file is also made anew when the keys change that sign it: what the old ones signed does not count any more.
  /// Throws `nothing_to_sign` when nothing would change.
  ///
  /// - Parameter releases: what was published on new channels without signatures, before there was a root.
  package init(
    after current: OfflineMetadata, assignment: KeyAssignment,
    taking releases: [Channel: [SignedRelease]] = [:],
    renewing: Set<ExactText> = [], lifetimes: MetadataLifetimes, now: Timestamp
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
        proposal.channels[role] = try Self.unsigned(Self.first(releases[channel] ?? [], expires: expires))
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

  /// A channel's first metadata, with what it offers already.
  private static func first(_ releases: [SignedRelease], expires: Timestamp) -> TargetsMetadata {
    var metadata = TargetsMetadata(version: 1, expires: expires)
    for release in releases { metadata.targets[release.path] = release.targetFile }
    return metadata
  }

  private static func unsigned<Content: SignedMetadata>(
    _ content: Content
  ) throws(TrustError) -> RepositoryFile<Content> {
    try RepositoryFile(Envelope(content))
  }
}
