extension TrustedMetadata {
  /// What a new root changes besides itself.
  package enum RootChange: Sendable, Hashable {
    /// Timestamp and snapshot have the keys that they had.
    case keepsOnlineKeys
    /// They have others: everything below root is forgotten, so that whoever had the old keys cannot have set versions
    /// that nobody can reach (5.3.11, recovery from a fast-forward attack).
    case replacesOnlineKeys
  }

  /// Takes the next root (5.3): signed by the keys of the old one and by its own, its version one higher. That it may
  /// have expired is checked after the last one only.
  package mutating func update(root bytes: [UInt8]) throws(TrustError) -> RootChange {
    do throws(TrustError) {
      let (envelope, next): (Envelope, RootMetadata) = try verified(
        bytes, maximumBytes: limits.rootBytes, by: root.authority(for: .root))
      try next.authority(for: .root).verify(envelope)
      // The version before may be the highest there is; then nothing follows it.
      guard next.version > root.version, next.version - root.version == 1 else {
        throw TrustError(
          next.version > root.version ? .versionMismatch : .versionRollback,
          "version \(next.version) does not follow version \(root.version)")
      }
      let change = root.change(to: next)
      root = next
      if change == .replacesOnlineKeys { forgetAllBelowRoot() }
      return change
    } catch {
      throw error.naming("the root after version \(root.version)")
    }
  }

  /// Makes sure that the last root has not expired (5.3.10).
  package func requireUnexpiredRoot() throws(TrustError) {
    try requireUnexpired(root, .expiredRoot, role: "root")
  }

  private mutating func forgetAllBelowRoot() {
    timestamp = nil
    snapshot = nil
    timestampIsCurrent = false
    snapshotIsCurrent = false
    targets = [:]
  }
}

extension RootMetadata {
  /// What another root changes besides itself.
  package func change(to next: RootMetadata) -> TrustedMetadata.RootChange {
    let isSame = [TopLevelRole.timestamp, .snapshot].allSatisfy { role in
      authority(for: role).publicKeys == next.authority(for: role).publicKeys
    }
    return isSame ? .keepsOnlineKeys : .replacesOnlineKeys
  }
}
