/// For every point of a line, the first of a list of intervals that contains it, found in logarithmic time.
struct IntervalMap<Bound: Comparable & Sendable>: Sendable {
  /// The line is cut at these points, in rising order…
  private let cuts: [Bound]
  /// …and from each up to the next, this is the first interval's owner.
  private let owners: [Int32?]

  /// Takes the intervals in falling order of importance.
  init(_ intervals: [(interval: Interval<Bound>, owner: Int32)]) {
    let cuts = Self.distinct(intervals.map(\.interval.lower) + intervals.compactMap(\.interval.upper))
    var painted = [Int32?](repeating: nil, count: cuts.count)
    // The first piece that is still free, at or after each; chains are shortened as they are followed.
    var free = Array(0...cuts.count)
    for (interval, owner) in intervals where !interval.isEmpty {
      let end = interval.upper.map { Self.count(of: cuts, before: $0) } ?? cuts.count
      var piece = Self.firstFree(from: Self.count(of: cuts, before: interval.lower), &free)
      while piece < end {
        painted[piece] = owner
        free[piece] = piece + 1
        piece = Self.firstFree(from: piece + 1, &free)
      }
    }
    let starts = painted.indices.filter { $0 == 0 || painted[$0] != painted[$0 - 1] }
    self.cuts = starts.map { cuts[$0] }
    owners = starts.map { painted[$0] }
  }

  /// The owner of the first interval that contains a point; nil when none does.
  func owner(at point: Bound) -> Int32? {
    let index = Self.count(of: cuts) { !(point < $0) }
    return index == 0 ? nil : owners[index - 1]
  }

  private static func distinct(_ bounds: [Bound]) -> [Bound] {
    var distinct: [Bound] = []
    for bound in bounds.sorted() where distinct.last != bound { distinct.append(bound) }
    return distinct
  }

  private static func firstFree(from piece: Int, _ free: inout [Int]) -> Int {
    var piece = piece
    while free[piece] != piece {
      free[piece] = free[free[piece]]
      piece = free[piece]
    }
    return piece
  }

  private static func count(of cuts: [Bound], before bound: Bound) -> Int {
    count(of: cuts) { $0 < bound }
  }

  /// The number of leading cuts of which something holds that holds of no later one.
  private static func count(of cuts: [Bound], leading holds: (Bound) -> Bool) -> Int {
    var low = 0
    var high = cuts.count
    while low < high {
      let middle = (low + high) / 2
      if holds(cuts[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
