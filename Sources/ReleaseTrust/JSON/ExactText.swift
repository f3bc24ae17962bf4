import Glibc

/// Text that is compared and ordered byte for byte, in UTF-8.
///
/// Swift's `String` compares by canonical equivalence: `"caf\u{e9}"` equals `"cafe\u{301}"`. To a signature, a file
/// system and a hash those are two names, so every name in signed metadata is of this type.
package struct ExactText: Sendable {
  /// The text, for messages and file names. Never compare it; compare the `ExactText`.
  package let string: String

  package init(_ string: String) {
    var string = string
    // Bridged strings do not exist on Linux; this keeps the promise of `withUTF8Bytes` wherever it is built.
    string.makeContiguousUTF8()
    self.string = string
  }

  /// The bytes in UTF-8.
  package var utf8: [UInt8] { Array(string.utf8) }

  /// Calls `body` with the bytes in UTF-8, without a copy.
  func withUTF8Bytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    string.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? utf8.withUnsafeBytes(body)
  }
}

extension ExactText: Hashable {
  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.withUTF8Bytes { left in
      right.withUTF8Bytes { right in left.count == right.count && compare(left, right) == 0 }
    }
  }

  package func hash(into hasher: inout Hasher) {
    withUTF8Bytes { hasher.combine(bytes: $0) }
    hasher.combine(UInt8(0xFF))
  }
}

extension ExactText: Comparable {
  /// By bytes, which for UTF-8 is by code points.
  package static func < (left: ExactText, right: ExactText) -> Bool {
    left.withUTF8Bytes { left in
      right.withUTF8Bytes { right in
        let order = compare(left, right)
        return order < 0 || (order == 0 && left.count < right.count)
      }
    }
  }

  /// The order of the bytes that both have.
  private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
    // An empty buffer may have no address, which memcmp(3) does not take.
    guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else { return 0 }
    return memcmp(leftBytes, rightBytes, min(left.count, right.count))
  }
}

extension ExactText: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}

extension ExactText: CustomStringConvertible {
  package var description: String { string }
}
