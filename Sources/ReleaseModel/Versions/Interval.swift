/// Everything from `lower` up to but not including `upper`; without end when that is nil.
struct Interval<Bound: Comparable & Sendable>: Sendable, Equatable {
  let lower: Bound
  let upper: Bound?

  init(_ lower: Bound, _ upper: Bound? = nil) {
    self.lower = lower
    self.upper = upper
  }

  var isEmpty: Bool { upper.map { $0 <= lower } ?? false }

  /// What lies in both.
  func intersection(_ other: Interval) -> Interval {
    let end: Bound? =
      if let upper, let otherUpper = other.upper { min(upper, otherUpper) } else { upper ?? other.upper }
    return Interval(max(lower, other.lower), end)
  }

  /// Whether everything in it lies in one of the others too.
  func isCovered(by others: [Interval]) -> Bool {
    if isEmpty { return true }
    var reached = lower
    for other in others.sorted(by: { $0.lower < $1.lower }) where other.lower <= reached {
      guard let end = other.upper else { return true }
      reached = max(reached, end)
    }
    return upper.map { $0 <= reached } ?? false
  }
}
