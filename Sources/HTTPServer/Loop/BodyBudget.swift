import Synchronization

/// How many bytes of collected bodies all connections of a server may hold together.
///
/// The first `freeBytes` of each body do not count: a small change finds room however many large ones are on their way,
/// and the number of connections bounds what they take.
final class BodyBudget: Sendable {
  /// What every body has for itself.
  static let freeBytes = 16 << 10

  private let free: Atomic<Int>

  init(_ bytes: Int) { free = Atomic(bytes) }

  /// How many bytes nobody has.
  var left: Int { free.load(ordering: .relaxed) }

  /// Takes some of what is left; false when that is not enough.
  fileprivate func take(_ bytes: Int) -> Bool {
    var known = left
    while known >= bytes {
      let (isDone, now) = free.compareExchange(
        expected: known, desired: known - bytes, ordering: .relaxed)
      if isDone { return true }
      known = now
    }
    return false
  }

  fileprivate func giveBack(_ bytes: Int) { free.wrappingAdd(bytes, ordering: .relaxed) }
}

/// What one body takes of the budget. It is given back when nobody has a reference any more.
final class BodyShare: Sendable {
  private let budget: BodyBudget
  private let taken = Atomic<Int>(0)

  init(of budget: BodyBudget) { self.budget = budget }

  deinit { budget.giveBack(taken.load(ordering: .relaxed)) }

  /// Makes room for a body of so many bytes; false when there is none. Only the event thread calls this.
  func grow(to count: Int) -> Bool {
    let more = count - BodyBudget.freeBytes - taken.load(ordering: .relaxed)
    guard more > 0 else { return true }
    guard budget.take(more) else { return false }
    taken.wrappingAdd(more, ordering: .relaxed)
    return true
  }
}
