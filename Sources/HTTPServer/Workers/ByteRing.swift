/// A queue of bytes with fixed room, which is allocated by the first byte.
struct ByteRing: ~Copyable {
  private let capacity: Int
  private var storage: UnsafeMutableRawPointer?
  private var start = 0
  /// How many bytes wait.
  private(set) var count = 0

  init(capacity: Int) { self.capacity = capacity }

  deinit { storage?.deallocate() }

  /// How many bytes there is room for.
  var room: Int { capacity - count }

  /// Takes as many of the bytes as there is room for, and returns how many.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    let taken = min(bytes.count, room)
    guard taken > 0, let source = bytes.baseAddress else { return 0 }
    let storage = self.storage ?? .allocate(byteCount: capacity, alignment: 16)
    self.storage = storage
    let end = (start + count) % capacity
    let first = min(taken, capacity - end)
    (storage + end).copyMemory(from: source, byteCount: first)
    if taken > first { storage.copyMemory(from: source + first, byteCount: taken - first) }
    count += taken
    return taken
  }

  /// Moves up to `target.count` bytes out, and returns how many.
  mutating func take(into target: UnsafeMutableRawBufferPointer) -> Int {
    let taken = min(target.count, count)
    guard taken > 0, let storage, let destination = target.baseAddress else { return 0 }
    let first = min(taken, capacity - start)
    destination.copyMemory(from: storage + start, byteCount: first)
    if taken > first { (destination + first).copyMemory(from: storage, byteCount: taken - first) }
    start = (start + taken) % capacity
    count -= taken
    return taken
  }
}
