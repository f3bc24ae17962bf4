extension VersionRange {
  /// Whether every version that is inside is inside one of the other ranges too, prereleases included.
  func isCovered(by others: [VersionRange]) -> Bool {
    let otherSets = others.flatMap(\.sets)
    let stable = otherSets.map(\.stableInterval)
    let prereleases = otherSets.flatMap(\.prereleaseIntervals)
    return sets.allSatisfy { set in
      set.stableInterval.isCovered(by: stable)
        && set.prereleaseIntervals.allSatisfy { release, interval in
          interval.isCovered(by: prereleases.filter { $0.release == release }.map(\.interval))
        }
    }
  }

  /// Whether some prerelease is inside.
  var allowsPrereleases: Bool { sets.contains { !$0.prereleaseIntervals.isEmpty } }
}
