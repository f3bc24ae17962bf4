/// How the root that is pinned in a program stands to what a store kept.
enum PinnedRootStanding: Hashable {
  /// It is the kept one, or one of the chain that led there: what is kept goes on.
  case belongs
  /// It follows the kept one, or is the first.
  case follows(TrustedMetadata.RootChange)
  /// The kept one is lost; the roots after the pinned one are followed once more.
  case standsIn
  /// It has nothing to do with what is kept.
  case isAnother

  /// - Parameters:
  ///   - kept: the kept root; nil when there is none that can be believed.
  ///   - isDamaged: whether there is one that cannot.
  ///   - followed: the roots that were followed; nil in a store that does not know.
  init(
    of pinned: StartingRoot, beside kept: StartingRoot?, isDamaged: Bool, followed: FollowedRoots?
  ) throws(TrustError) {
    let isFollowed = try followed?.contains(pinned.file)
    guard let kept else {
      if isFollowed == false {
        self = .isAnother
      } else {
        self = isDamaged || isFollowed == true ? .standsIn : .follows(.keepsOnlineKeys)
      }
      return
    }
    // A store that does not know its chain is taken to have followed an older one.
    let wasFollowed = isFollowed ?? true
    let (old, new) = (kept.trusted.root, pinned.trusted.root)
    if old == new {
      self = .belongs
    } else if new.version > old.version, try kept.vouches(for: pinned) {
      self = .follows(old.change(to: new))
    } else if new.version < old.version {
      let isOfChain = if wasFollowed { true } else { try pinned.vouches(for: kept) }
      self = isOfChain ? .belongs : .isAnother
    } else {
      self = .isAnother
    }
  }
}

/// A root whose own keys signed it.
struct StartingRoot {
  let file: [UInt8]
  let trusted: TrustedMetadata

  /// Whether its keys signed another one, whatever that one's version.
  func vouches(for other: StartingRoot) throws(TrustError) -> Bool {
    let envelope = try Envelope(parsing: other.file, maximumBytes: other.file.count)
    do throws(TrustError) {
      try trusted.root.authority(for: .root).verify(envelope)
      return true
    } catch {
      guard error.code != .cryptographyFailed else { throw error }
      return false
    }
  }
}
