import ReleaseModel

/// Which root a run of an updater starts from (5.2), and what an earlier run may have left undone.
struct UpdaterStart {
  let trusted: TrustedMetadata
  /// The root that stands in for a kept one that is lost.
  let unkeptRoot: [UInt8]?

  init(
    _ store: borrowing TrustStore, _ pinnedRoot: [UInt8]?, beginsAnew: Bool, referenceTime: Timestamp,
    _ limits: MetadataLimits
  ) throws(TrustError) {
    func trusting(_ root: [UInt8]) throws(TrustError) -> StartingRoot {
      StartingRoot(
        file: root, trusted: try TrustedMetadata(root: root, referenceTime: referenceTime, limits: limits))
    }
    var kept: StartingRoot?
    var isDamaged = false
    if let file = try store.read("root", maximumBytes: limits.rootBytes) {
      do throws(TrustError) {
        kept = try trusting(file)
      } catch {
        // A damaged file counts as none, as long as there is another root to start from.
        guard pinnedRoot != nil, error.code != .cryptographyFailed else { throw error }
        isDamaged = true
      }
    }
    if let kept { try store.finishForgetting(root: kept.file, version: kept.trusted.root.version) }
    guard let pinnedRoot else {
      guard let kept else {
        throw TrustError(
          .trustRootMissing, "there is no root.json in '\(store.path)'; put a trusted root there first")
      }
      (trusted, unkeptRoot) = (kept.trusted, nil)
      return
    }
    // The usual case until a root is replaced; verifying it once is enough.
    let pinned = if let kept, kept.file == pinnedRoot { kept } else { try trusting(pinnedRoot) }
    let followed = try store.followedRoots()
    let standing = try PinnedRootStanding(of: pinned, beside: kept, isDamaged: isDamaged, followed: followed)
    let version = pinned.trusted.root.version
    if standing == .isAnother {
      // Where nothing was verified yet, the wrong root may as well be the one before. A rotation was, and may have taken the
      // timestamp with it.
      let timestamp = try store.read("timestamp", maximumBytes: limits.timestampBytes)
      if !beginsAnew, followed?.hasRotation == true || timestamp != nil {
        throw TrustError(
          .otherTrustRoot,
          "the given root has nothing to do with the one that was followed so far in '\(store.path)'")
      }
      try store.beginAnew(root: pinned.file, version: version)
    } else {
      let chain =
        if let followed { try followed.following(pinned.file) } else { try Self.chain(of: pinned, and: kept) }
      if chain != followed { try store.write(chain) }
    }
    if case .follows(let change) = standing {
      try store.write(root: pinned.file, version: version, change: change)
    }
    trusted = if standing == .belongs, let kept { kept.trusted } else { pinned.trusted }
    unkeptRoot = standing == .standsIn ? pinned.file : nil
  }

  /// What a store that does not know its chain is taken to have followed.
  private static func chain(of pinned: StartingRoot, and kept: StartingRoot?) throws(TrustError)
    -> FollowedRoots
  {
    let chain = try FollowedRoots(beginningWith: pinned.file)
    guard let kept else { return chain }
    return try chain.following(kept.file)
  }
}
