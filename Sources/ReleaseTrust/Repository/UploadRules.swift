package import Cryptography
package import ReleaseModel

/// Judges metadata that people signed and hand to the repository: as a client would, and by what the registry can serve.
///
/// - `current`: what is trusted now; nil before the first root.
/// - `onlineKey`: the registry's own key, which has to sign snapshot, timestamp and status.
package struct UploadRules: Sendable {
  private let current: OfflineMetadata?
  private let onlineKey: PublicKey
  private let now: Timestamp
  private let limits: MetadataLimits

  package init(
    over current: OfflineMetadata?, onlineKey: PublicKey, now: Timestamp,
    limits: MetadataLimits = MetadataLimits()
  ) {
    self.current = current
    self.onlineKey = onlineKey
    self.now = now
    self.limits = limits
  }

  /// What is trusted once the upload is taken. Each file has to be exactly one version newer than the one before it:
  /// `stale_metadata` says that somebody else was faster.
  ///
  /// - Parameter releases: what the registry has recorded of a channel.
  package func take(
    _ upload: MetadataUpload, releases: (Channel) -> ChannelReleases
  ) throws(TrustError) -> OfflineMetadata {
    let root = try root(upload.root)
    let targets = try targets(upload.targets)
    var next = OfflineMetadata(root: root, targets: targets, channels: current?.channels ?? [:])
    for (role, file) in upload.channels.sorted(by: { $0.key < $1.key }) {
      try requireNext(file, after: current?.channels[role], role, limits.targetsBytes)
      next = next.replacing(role, with: file)
    }
    try next.verify()
    try RepositoryLayout(onlineKey: onlineKey).require(next)
    for role in upload.channels.keys.sorted() {
      try requireCurrent(upload.channels[role], .expiredTargets, role)
    }
    // Also those that are not uploaded: a new delegation may cover releases that were published before there was a root.
    for role in next.delegatedRoles.map(\.name) where role != ReleaseRole.status {
      guard let file = next.channels[role], current?.channels[role] != file else { continue }
      try releases(try RepositoryLayout.channel(of: role)).verify(file.content, of: role)
    }
    if let role = upload.channels.keys.sorted().first(where: { next.authority(for: $0) == nil }) {
      throw TrustError(
        .channelNotDelegated, "targets does not delegate to '\(role)'; send targets that do, or leave it out")
    }
    return next
  }

  private func root(
    _ file: RepositoryFile<RootMetadata>?
  ) throws(TrustError) -> RepositoryFile<RootMetadata> {
    guard let file else {
      guard let current else { throw missing("root") }
      return current.root
    }
    try requireNext(file, after: current?.root, TopLevelRole.root.name, limits.rootBytes)
    var trusted = try TrustedMetadata(
      root: (current?.root ?? file).bytes, referenceTime: now, limits: limits)
    if current != nil { _ = try trusted.update(root: file.bytes) }
    try trusted.requireUnexpiredRoot()
    return file
  }

  private func targets(
    _ file: RepositoryFile<TargetsMetadata>?
  ) throws(TrustError) -> RepositoryFile<TargetsMetadata> {
    guard let file else {
      guard let current else { throw missing("targets") }
      return current.targets
    }
    try requireNext(file, after: current?.targets, TopLevelRole.targets.name, limits.targetsBytes)
    try requireCurrent(file, .expiredTargets, TopLevelRole.targets.name)
    return file
  }

  private func missing(_ role: String) -> TrustError {
    TrustError(
      .missingMetadata, "there is no '\(role)' yet; the first upload has to bring root, targets and channels")
  }

  private func requireNext<Content>(
    _ file: RepositoryFile<Content>, after current: RepositoryFile<Content>?, _ role: ExactText, _ limit: Int
  ) throws(TrustError) {
    guard file.bytes.count <= limit else {
      throw TrustError(
        .metadataTooLong, "'\(role)' has \(file.bytes.count) bytes; clients take no more than \(limit)")
    }
    let last = current?.content.version ?? 0
    guard file.content.version > 0, file.content.version - 1 == last else {
      throw TrustError(
        .staleMetadata,
        last == 0
          ? "'\(role)' has version \(file.content.version), and the first one has version 1"
          : "'\(role)' has version \(file.content.version), and the one that is published has version \(last): "
            + "the next one is \(last + 1); make it from what is published now")
    }
  }

  private func requireCurrent(
    _ file: RepositoryFile<some SignedMetadata>?, _ code: TrustErrorCode, _ role: ExactText
  ) throws(TrustError) {
    guard let content = file?.content, content.isExpired(at: now) else { return }
    throw TrustError(
      code,
      "'\(role)' version \(content.version) expired at \(content.expires); sign one that is good for longer")
  }
}
