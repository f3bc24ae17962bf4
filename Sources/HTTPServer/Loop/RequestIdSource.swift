/// Makes request ids: 16 hexadecimal digits drawn at random for the loop, then 16 of a counter in an order that does
/// not show how many requests there were.
struct RequestIdSource {
  private let prefix = UInt64.random(in: .min ... .max)
  private var counter = UInt64.random(in: .min ... .max)

  /// Appends a fresh id to the head's bytes.
  mutating func append(to head: HeadBuffer) -> HeadBuffer.Slice {
    // An odd step visits every 64-bit number before any again.
    counter &+= 0x9e37_79b9_7f4a_7c15
    let (first, second) = (prefix, counter)
    return head.append(upTo: StampedResponse.idLength) { room in
      Self.write(first, to: room)
      Self.write(second, to: room + 16)
      return StampedResponse.idLength
    } ?? .empty
  }

  /// Whether a client's own id is used: 1–64 characters of `A-Za-z0-9._-`.
  static func isAcceptable(_ id: UnsafeRawBufferPointer) -> Bool {
    guard (1...64).contains(id.count) else { return false }
    return id.allSatisfy { byte in
      let letter = ASCII.lowercase(byte)
      return letter &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
  }

  private static func write(_ number: UInt64, to target: UnsafeMutablePointer<UInt8>) {
    var rest = number
    for position in 0..<16 {
      rest = rest << 4 | rest >> 60
      let digit = UInt8(truncatingIfNeeded: rest & 15)
      target[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
    }
  }
}
