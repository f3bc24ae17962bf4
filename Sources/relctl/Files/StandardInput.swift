import Glibc

/// The process's standard input, read line by line without changing a byte.
struct StandardInput {
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// The next line without its line feed; nil at the end. The last line may lack one.
  mutating func nextLine() throws(CommandError) -> (bytes: ArraySlice<UInt8>, endsInLineFeed: Bool)? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return (buffer[start..<end], true)
      }
      searched = buffer.count
      if isAtEnd {
        defer { start = buffer.count }
        return start < buffer.count ? (buffer[start...], false) : nil
      }
      searched -= try refill()
    }
  }

  /// Reads more, dropping what was handed out; answers by how many bytes the rest moved forward.
  private mutating func refill() throws(CommandError) -> Int {
    let moved = start
    buffer.removeFirst(start)
    start = 0
    let size = 65_536
    let kept = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: size))
    let count = buffer.withUnsafeMutableBytes { bytes in
      read(STDIN_FILENO, bytes.baseAddress.map { $0 + kept }, size)
    }
    let cause = errno
    buffer.removeLast(size - max(0, count))
    guard count >= 0 || cause == EINTR else {
      throw CommandError(
        .failed, "input_unreadable", "cannot read standard input: \(String(cString: strerror(cause)))")
    }
    if count == 0 { isAtEnd = true }
    return moved
  }
}
