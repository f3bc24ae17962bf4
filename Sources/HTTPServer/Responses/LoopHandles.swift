/// What libmicrohttpd sends for one prepared answer, once per event loop.
///
/// Not checked by the compiler: a slot belongs to one event loop, whose thread alone reads and writes it; the whole goes
/// away when nobody has a reference any more.
final class LoopHandles: @unchecked Sendable {
  private let slots: UnsafeMutablePointer<Pair>

  /// The forms of one answer.
  struct Pair {
    var plain: StampedResponse?
    var compressed: StampedResponse?
  }

  init() {
    slots = .allocate(capacity: LoopSlot.count)
    slots.initialize(repeating: Pair(), count: LoopSlot.count)
  }

  deinit {
    slots.deinitialize(count: LoopSlot.count)
    slots.deallocate()
  }

  /// The handle of a loop, made by `make` the first time; nil when that fails.
  func handle(
    _ slot: LoopSlot, compressed: Bool, make: () -> StampedResponse?
  ) -> StampedResponse? {
    let pair = slots + slot.index
    if let known = compressed ? pair.pointee.compressed : pair.pointee.plain { return known }
    let made = make()
    if compressed { pair.pointee.compressed = made } else { pair.pointee.plain = made }
    return made
  }
}
