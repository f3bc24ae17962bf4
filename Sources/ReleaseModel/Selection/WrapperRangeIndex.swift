/// Finds the first of many ranges that contains a version, in logarithmic time.
struct WrapperRangeIndex: Sendable {
  private let stable: IntervalMap<ReleaseTuple>
  /// Prereleases lie on a line of their own for each `major.minor.patch`.
  private let prereleases: [ReleaseTuple: IntervalMap<Prerelease>]

  /// Takes the ranges in falling order of importance, each with what is looked up.
  init(_ ranges: [(range: VersionRange, owner: Int32)]) {
    var stable: [(interval: Interval<ReleaseTuple>, owner: Int32)] = []
    var prereleases: [ReleaseTuple: [(interval: Interval<Prerelease>, owner: Int32)]] = [:]
    for (range, owner) in ranges {
      for set in range.sets {
        stable.append((set.stableInterval, owner))
        for (release, interval) in set.prereleaseIntervals {
          prereleases[release, default: []].append((interval, owner))
        }
      }
    }
    self.stable = IntervalMap(stable)
    self.prereleases = prereleases.mapValues(IntervalMap.init)
  }

  /// The owner of the first range that contains a version; nil when none does.
  func owner(for version: SemanticVersion) -> Int32? {
    version.isPrerelease
      ? prereleases[version.release]?.owner(at: version.prerelease) : stable.owner(at: version.release)
  }
}
