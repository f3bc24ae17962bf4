/// The versions without prerelease from `lower` up to but not including `upper`; without end when that is nil.
struct StableInterval: Sendable, Hashable {
  var lower: ReleaseTuple
  var upper: ReleaseTuple?

  var isEmpty: Bool { upper.map { $0 <= lower } ?? false }

  func intersection(_ other: StableInterval) -> StableInterval {
    let upper: ReleaseTuple? =
      if let mine = self.upper, let theirs = other.upper { min(mine, theirs) } else {
        self.upper ?? other.upper
      }
    return StableInterval(lower: max(lower, other.lower), upper: upper)
  }
}
