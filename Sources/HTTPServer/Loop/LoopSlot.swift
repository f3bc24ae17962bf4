/// A number that one event loop of the process has for as long as it lives; prepared answers keep state by it.
struct LoopSlot: Sendable {
  /// How many loops can have one at a time; further loops send prepared answers the slower way.
  static let count = 8

  let index: Int

  private static let taken = Monitor<UInt8>(0)

  /// Takes a free number.
  static func acquire() -> LoopSlot? {
    taken.withLock { taken in
      let index = (~taken).trailingZeroBitCount
      guard index < count else { return nil }
      taken |= 1 << UInt8(index)
      return LoopSlot(index: index)
    }
  }

  /// Gives the number back; the loop's thread must have ended.
  func release() { Self.taken.withLock { $0 &= ~(1 << UInt8(index)) } }
}
