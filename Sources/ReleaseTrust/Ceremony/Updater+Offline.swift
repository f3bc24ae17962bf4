extension Updater {
  /// What people signed of the repository, as it was received and verified in this run: root, targets and these channels,
  /// each of which was asked for before.
  package func offlineMetadata(channels: [ExactText]) throws(TrustError) -> OfflineMetadata {
    var files: [ExactText: RepositoryFile<TargetsMetadata>] = [:]
    for role in channels { files[role] = try verified(role) }
    return OfflineMetadata(
      root: try keptRoot(), targets: try verified(TopLevelRole.targets.name), channels: files)
  }

  /// A file of a targets role that was verified in this run, which need not be read again.
  private func verified(_ role: ExactText) throws(TrustError) -> RepositoryFile<TargetsMetadata> {
    guard let loaded = trusted.targets[role] else { throw missing(role) }
    return RepositoryFile(
      loaded.bytes, loaded.envelope, loaded.metadata, stated: try trusted.statedFile(of: role))
  }

  private func keptRoot() throws(TrustError) -> RepositoryFile<RootMetadata> {
    let (role, limit) = (TopLevelRole.root.name, trusted.limits.rootBytes)
    guard let bytes = try store.read(role, maximumBytes: limit) else { throw missing(role) }
    return try RepositoryFile(parsing: bytes, maximumBytes: limit)
  }

  private func missing(_ role: ExactText) -> TrustError {
    TrustError(.missingMetadata, "there is no verified metadata of '\(role)'")
  }
}
