/// A block of memory with one owner, for the big reads and writes that would otherwise be zeroed and copied.
struct ByteBuffer: ~Copyable {
  /// The memory, for calls made while the owner lives.
  let bytes: UnsafeMutableRawBufferPointer

  init(count: Int) {
    bytes = .allocate(byteCount: count, alignment: 64)
  }

  deinit { bytes.deallocate() }
}
