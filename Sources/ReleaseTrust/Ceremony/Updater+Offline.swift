extension Updater {
  /// What people signed of the repository, as it was received and verified in this run: root, targets and these channels,
  /// each of which was asked for before.
  package func offlineMetadata(channels: [ExactText]) throws(TrustError) -> OfflineMetadata {
    var files: [ExactText: RepositoryFile<TargetsMetadata>] = [:]
    for role in channels { files[role] = try kept(role, trusted.limits.targetsBytes) }
    return OfflineMetadata(
      root: try kept(TopLevelRole.root.name, trusted.limits.rootBytes),
      targets: try kept(TopLevelRole.targets.name, trusted.limits.targetsBytes), channels: files)
  }

  private func kept<Content>(_ role: ExactText, _ limit: Int) throws(TrustError) -> RepositoryFile<Content> {
    guard let bytes = try store.read(role, maximumBytes: limit) else {
      throw TrustError(.missingMetadata, "there is no verified metadata of '\(role)'")
    }
    return try RepositoryFile(parsing: bytes, maximumBytes: limit)
  }
}
