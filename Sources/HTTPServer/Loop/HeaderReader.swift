import Glibc

/// Copies the header fields that libmicrohttpd found, and checks that they are all there was.
///
/// libmicrohttpd joins folded lines wrongly, cuts values at a NUL and lets spaces stand before a colon. All of that
/// shows in memory: between one field and the next there must be nothing but the line end that it replaced by NULs. And
/// it leaves a CR inside of a value, which others may take for the end of the line.
struct HeaderReader {
  private let head: HeadBuffer
  private var end: UnsafePointer<CChar>
  private let carriageReturn: Int32 = 13
  /// Whether every field was well formed so far.
  private(set) var isWellFormed = true

  /// `end` is where the request line's text ends.
  init(head: HeadBuffer, end: UnsafePointer<CChar>) {
    self.head = head
    self.end = end
  }

  mutating func add(
    _ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>, _ valueCount: Int
  ) {
    if !isLineEnd(upTo: name) || !isToken(name, nameCount) || value < name + nameCount
      || memchr(value, carriageReturn, valueCount) != nil
    {
      isWellFormed = false
    }
    end = value + valueCount
    var count = valueCount
    while count > 0, value[count - 1] == 32 || value[count - 1] == 9 { count -= 1 }
    let field = HeadBuffer.Pair(
      name: head.append(name, count: nameCount), value: head.append(value, count: count))
    head.headers.append(field)
    head.known.note(field, in: head)
  }

  /// Whether the last field is followed by nothing but the empty line that ends the header there.
  func ends(at last: UnsafePointer<CChar>) -> Bool {
    // Each of the two line ends is one byte or two.
    (2...4).contains(last - end)
  }

  private func isLineEnd(upTo next: UnsafePointer<CChar>) -> Bool {
    (1...2).contains(next - end) && end[0] == 0
  }

  private func isToken(_ name: UnsafePointer<CChar>, _ count: Int) -> Bool {
    guard count > 0 else { return false }
    for index in 0..<count where !ASCII.isToken(UInt8(bitPattern: name[index])) { return false }
    return true
  }
}
