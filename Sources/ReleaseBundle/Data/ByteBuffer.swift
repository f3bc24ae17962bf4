import Glibc

/// A block of memory with one owner, for the big reads and writes that would otherwise be zeroed and copied.
struct ByteBuffer: ~Copyable {
  private static let hugePageBytes = 2 << 20
  /// From this many bytes on, memory is asked for in huge pages. Small ones are handed out one by one as they are first
  /// touched, and for an entry of some megabytes that takes a good part of the time that unpacking it does.
  private static let mappedBytes = 1 << 20

  /// The memory, for calls made while the owner lives.
  private(set) var bytes: UnsafeMutableRawBufferPointer
  private var isMapped: Bool

  init(count: Int) { (bytes, isMapped) = Self.obtain(count) }

  /// Makes room for at least `count` bytes. What the memory held is lost when it has to grow.
  mutating func reserve(_ count: Int) {
    guard count > bytes.count else { return }
    Self.release(bytes, isMapped)
    (bytes, isMapped) = Self.obtain(count)
  }

  deinit { Self.release(bytes, isMapped) }

  private static func obtain(_ count: Int) -> (UnsafeMutableRawBufferPointer, isMapped: Bool) {
    if count > mappedBytes {
      // Linux lets a mapping begin where a huge page does only when it is as long as some.
      let length = (count + hugePageBytes - 1) / hugePageBytes * hugePageBytes
      let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if let start, start != MAP_FAILED {
        // Advice: where it is not followed, the pages are small.
        _ = madvise(start, length, MADV_HUGEPAGE)
        return (UnsafeMutableRawBufferPointer(start: start, count: length), true)
      }
    }
    return (.allocate(byteCount: count, alignment: 64), false)
  }

  private static func release(_ bytes: UnsafeMutableRawBufferPointer, _ isMapped: Bool) {
    if isMapped { munmap(bytes.baseAddress, bytes.count) } else { bytes.deallocate() }
  }
}
