extension ComparatorSet {
  /// The versions without prerelease that are inside; never more than one interval.
  var stableInterval: Interval<ReleaseTuple> {
    comparators.reduce(Interval(.zero)) { $0.intersection($1.stableInterval) }
  }

  /// The prereleases that are inside, by their `major.minor.patch`: there can be some only where a comparator names one.
  var prereleaseIntervals: [(release: ReleaseTuple, interval: Interval<Prerelease>)] {
    var found: [(release: ReleaseTuple, interval: Interval<Prerelease>)] = []
    for named in comparators where !named.prerelease.isEmpty {
      guard !found.contains(where: { $0.release == named.release }) else { continue }
      let interval = comparators.reduce(Interval(.lowest)) {
        $0.intersection($1.prereleaseInterval(of: named.release))
      }
      if !interval.isEmpty { found.append((named.release, interval)) }
    }
    return found
  }
}
