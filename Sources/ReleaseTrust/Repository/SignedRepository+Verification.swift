package import ReleaseModel

extension SignedRepository {
  /// Verifies every signature, and that the files belong together, as a client does. What has expired is another
  /// question: `expiries`.
  package func verify() throws(TrustError) {
    try offline.verify()
    let root = offline.root.content
    try root.authority(for: .timestamp).verify(online.timestamp.envelope)
    try root.authority(for: .snapshot).verify(online.snapshot.envelope)
    guard let status = offline.authority(for: ReleaseRole.status) else {
      throw TrustError(.roleVanished, "targets does not delegate to '\(ReleaseRole.status)'")
    }
    try status.verify(online.status.envelope)
    try Self.require(online.timestamp.content.snapshot, online.snapshot.stated, TopLevelRole.snapshot.name)
    for (role, file) in offline.channels.sorted(by: { $0.key < $1.key }) {
      try requireInSnapshot(file.stated, role)
    }
    try requireInSnapshot(offline.targets.stated, TopLevelRole.targets.name)
    try requireInSnapshot(online.status.stated, ReleaseRole.status)
  }

  /// When each file that clients ask for expires, in the order of `files`. A channel that targets does not delegate to
  /// any more is left out.
  package var expiries: [(role: ExactText, expires: Timestamp)] {
    let channels = offline.channels.sorted { $0.key < $1.key }
      .filter { offline.authority(for: $0.key) != nil }
      .map { (role: $0.key, expires: $0.value.content.expires) }
    return [
      (TopLevelRole.root.name, offline.root.content.expires),
      (TopLevelRole.targets.name, offline.targets.content.expires),
    ] + channels + [
      (ReleaseRole.status, online.status.content.expires),
      (TopLevelRole.snapshot.name, online.snapshot.content.expires),
      (TopLevelRole.timestamp.name, online.timestamp.content.expires),
    ]
  }

  private func requireInSnapshot(_ file: MetaFile, _ role: ExactText) throws(TrustError) {
    guard let stated = online.snapshot.content.file(of: role) else {
      throw TrustError(.roleNotInSnapshot, "snapshot does not name '\(role)'")
    }
    try Self.require(stated, file, role)
  }

  private static func require(_ stated: MetaFile, _ file: MetaFile, _ role: ExactText) throws(TrustError) {
    guard stated == file else {
      throw TrustError(
        .metadataHashMismatch,
        "the kept '\(role)' is not the file that is stated: version, length or hashes differ")
    }
  }
}
