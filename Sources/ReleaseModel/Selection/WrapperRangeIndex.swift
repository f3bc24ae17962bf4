/// Finds the newest of many ranges that contains a version, in logarithmic time.
///
/// Versions without prerelease are looked up in the intervals that the ranges' ends cut the version line into; a
/// prerelease can only be in the ranges that name a prerelease of the same `major.minor.patch`.
struct WrapperRangeIndex: Sendable {
  /// From `lower` up to the next segment, the newest range that contains these versions.
  private struct Segment: Sendable {
    let lower: ReleaseTuple
    let rank: Int?
  }

  private struct PrereleaseEntry: Sendable {
    let rank: Int
    let range: VersionRange
  }

  private let segments: [Segment]
  private let prereleases: [ReleaseTuple: [PrereleaseEntry]]

  /// Takes ranges with their ranks, newest first: a lower rank is newer.
  init(_ ranges: [(rank: Int, range: VersionRange)]) {
    var starts: [(at: ReleaseTuple, rank: Int, end: ReleaseTuple?)] = []
    var prereleases: [ReleaseTuple: [PrereleaseEntry]] = [:]
    for (rank, range) in ranges {
      for set in range.sets {
        let interval = set.stableInterval
        if !interval.isEmpty { starts.append((interval.lower, rank, interval.upper)) }
        for tuple in Set(set.prereleaseTuples) where prereleases[tuple]?.last?.rank != rank {
          prereleases[tuple, default: []].append(PrereleaseEntry(rank: rank, range: range))
        }
      }
    }
    self.prereleases = prereleases
    segments = Self.sweep(starts)
  }

  /// The rank of the newest range that contains the version.
  func newest(for version: SemanticVersion) -> Int? {
    if version.isPrerelease {
      return prereleases[version.release]?.first { $0.range.contains(version) }?.rank
    }
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].lower <= version.release { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : segments[low - 1].rank
  }

  /// Walks the version line from its start, keeping the ranges that are open in a heap with the newest on top.
  private static func sweep(_ intervals: [(at: ReleaseTuple, rank: Int, end: ReleaseTuple?)]) -> [Segment] {
    let starts = intervals.sorted { $0.at < $1.at }
    let cuts = (starts.map(\.at) + starts.compactMap(\.end)).sorted()
    var segments: [Segment] = []
    var open = Heap<OpenInterval>()
    var next = 0
    for cut in cuts where segments.last?.lower != cut {
      while next < starts.count, starts[next].at == cut {
        open.insert(OpenInterval(rank: starts[next].rank, end: starts[next].end))
        next += 1
      }
      while let top = open.first, let end = top.end, end <= cut { open.removeFirst() }
      let rank = open.first?.rank
      if let last = segments.last, last.rank == rank { continue }
      segments.append(Segment(lower: cut, rank: rank))
    }
    return segments
  }

  private struct OpenInterval: Comparable {
    let rank: Int
    let end: ReleaseTuple?

    static func < (left: OpenInterval, right: OpenInterval) -> Bool { left.rank < right.rank }
  }
}
