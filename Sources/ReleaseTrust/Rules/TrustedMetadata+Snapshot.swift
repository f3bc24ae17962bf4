extension TrustedMetadata {
  /// The snapshot, once it is the one that the timestamp states.
  package var currentSnapshot: SnapshotMetadata? { snapshotIsCurrent ? snapshot : nil }

  /// Takes the snapshot of an earlier run, and with it what it says of versions. It is also current when it is the very
  /// file that the timestamp states and has not expired.
  package mutating func recall(snapshot bytes: [UInt8]) throws(TrustError) {
    let recalled = try verifiedSnapshot(bytes)
    snapshot = recalled
    guard let stated = timestampIsCurrent ? timestamp?.snapshot : nil else { return }
    snapshotIsCurrent =
      recalled.version == stated.version && !recalled.isExpired(at: referenceTime)
      && stated.isStated(of: bytes)
  }

  /// Takes a fetched snapshot (5.5).
  package mutating func update(snapshot bytes: [UInt8]) throws(TrustError) {
    let stated = try statedSnapshot()
    try stated.verify(bytes, name: "snapshot.json")
    let next = try verifiedSnapshot(bytes)
    guard next.version == stated.version else {
      throw TrustError(
        .versionMismatch,
        "snapshot.json has version \(next.version), but timestamp.json states version \(stated.version)")
    }
    if let snapshot { try requireNoRollback(from: snapshot, to: next) }
    try requireUnexpired(next, .expiredSnapshot, role: "snapshot")
    snapshot = next
    snapshotIsCurrent = true
  }

  /// What the confirmed timestamp states of the snapshot.
  package func statedSnapshot() throws(TrustError) -> MetaFile {
    guard timestampIsCurrent, let timestamp else {
      throw TrustError(.metadataNotFound, "snapshot.json is judged by timestamp.json; update that first")
    }
    return timestamp.snapshot
  }

  /// No role may vanish or fall, and the snapshot itself may not either: the timestamp that said so may be lost.
  private func requireNoRollback(from old: SnapshotMetadata, to next: SnapshotMetadata) throws(TrustError) {
    try requireNoRollback(of: "snapshot.json", from: old.version, to: next.version)
    for (file, trusted) in old.meta.sorted(by: { $0.key < $1.key }) {
      guard let stated = next.meta[file] else {
        throw TrustError(
          .roleVanished,
          "snapshot.json version \(next.version) does not name '\(file)', which was trusted before")
      }
      try requireNoRollback(
        of: "'\(file)', as snapshot.json states it,", from: trusted.version, to: stated.version)
    }
  }

  private func verifiedSnapshot(_ bytes: [UInt8]) throws(TrustError) -> SnapshotMetadata {
    do throws(TrustError) {
      return try verified(bytes, maximumBytes: limits.snapshotBytes, by: root.authority(for: .snapshot)).1
    } catch {
      throw error.naming("snapshot.json")
    }
  }
}
