extension MetadataUpload {
  /// What people signed of a registry's metadata.
  package init(_ offline: OfflineMetadata) {
    self.init(root: offline.root, targets: offline.targets, channels: offline.channels)
  }

  /// The files by their roles: root, targets, then the channels in order.
  package var files: [(role: ExactText, envelope: Envelope)] {
    var files: [(role: ExactText, envelope: Envelope)] = []
    if let root { files.append((TopLevelRole.root.name, root.envelope)) }
    if let targets { files.append((TopLevelRole.targets.name, targets.envelope)) }
    return files + channels.sorted { $0.key < $1.key }.map { ($0.key, $0.value.envelope) }
  }

  /// Puts a file in place of the one of the same role.
  mutating func replace(_ role: ExactText, with envelope: Envelope) throws(TrustError) {
    switch role {
    case TopLevelRole.root.name: root = try RepositoryFile(envelope)
    case TopLevelRole.targets.name: targets = try RepositoryFile(envelope)
    default: channels[role] = try RepositoryFile(envelope)
    }
  }
}

extension MetadataUpload {
  /// The version of a role's file; nil when it is not here.
  package func version(of role: ExactText) -> Int64? {
    switch role {
    case TopLevelRole.root.name: root?.content.version
    case TopLevelRole.targets.name: targets?.content.version
    default: channels[role]?.content.version
    }
  }

  /// The same with the files of a later one in place of their predecessors.
  func replacing(_ later: MetadataUpload) -> MetadataUpload {
    MetadataUpload(
      root: later.root ?? root, targets: later.targets ?? targets,
      channels: channels.merging(later.channels) { _, new in new })
  }
}

extension Ceremony {
  /// Everything that is published once the proposal is.
  package var next: MetadataUpload { current?.replacing(proposal) ?? proposal }
}
