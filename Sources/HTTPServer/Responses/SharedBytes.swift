/// Bytes that do not change and do not move, so that C can send them while Swift shares them.
///
/// Not checked by the compiler, because of the pointer; the memory is written before `init` returns and never after.
final class SharedBytes: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let count: Int

  init(_ bytes: [UInt8]) {
    count = bytes.count
    start = .allocate(byteCount: max(count, 1), alignment: 16)
    bytes.withUnsafeBytes {
      start.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(start), byteCount: count)
    }
  }

  deinit { start.deallocate() }

  var view: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}
