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
  package var expiries: [EndingRoles.Role] {
    offline.expiries + [
      .init(name: ReleaseRole.status, expires: online.status.content.expires),
      .init(name: TopLevelRole.snapshot.name, expires: online.snapshot.content.expires),
      .init(name: TopLevelRole.timestamp.name, expires: online.timestamp.content.expires),
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
