extension VersionRange {
  /// Whether every version without prerelease that is inside is inside one of the other ranges too.
  func isCovered(by others: [VersionRange]) -> Bool {
    let covers = others.flatMap(\.sets).map(\.stableInterval).filter { !$0.isEmpty }.sorted {
      $0.lower < $1.lower
    }
    return sets.map(\.stableInterval).filter { !$0.isEmpty }.allSatisfy { interval in
      var reached = interval.lower
      for cover in covers where cover.lower <= reached {
        guard let upper = cover.upper else { return true }
        reached = max(reached, upper)
      }
      return interval.upper.map { $0 <= reached } ?? false
    }
  }

  /// Whether a comparator names a prerelease; without one, prereleases are never inside.
  var namesPrerelease: Bool { sets.contains { !$0.prereleaseTuples.isEmpty } }
}
