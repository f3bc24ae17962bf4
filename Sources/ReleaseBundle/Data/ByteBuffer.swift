/// A block of memory with one owner, for the big reads and writes that would otherwise be zeroed and copied.
struct ByteBuffer: ~Copyable {
  /// The memory, for calls made while the owner lives.
  private(set) var bytes: UnsafeMutableRawBufferPointer

  init(count: Int) {
    bytes = .allocate(byteCount: count, alignment: 64)
  }

  /// Makes room for at least `count` bytes. What the memory held is lost when it has to grow.
  mutating func reserve(_ count: Int) {
    guard count > bytes.count else { return }
    bytes.deallocate()
    bytes = .allocate(byteCount: count, alignment: 64)
  }

  deinit { bytes.deallocate() }
}
