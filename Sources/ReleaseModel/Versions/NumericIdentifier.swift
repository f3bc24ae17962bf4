/// A number of a version: decimal digits of any length, no leading zero, compared without overflow.
enum NumericIdentifier: Sendable, Hashable {
  /// Fits in 64 bits, as all but contrived versions do.
  case small(UInt64)
  /// The digits of a number above 2^64 - 1; indirect, so that the usual numbers stay small in memory.
  indirect case large(String)

  static let zero = NumericIdentifier.small(0)

  /// Reads decimal digits; fails when there are none, on another character and on a leading zero.
  init?(_ digits: ArraySlice<UInt8>) {
    guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
    var value: UInt64 = 0
    var overflowed = false
    for digit in digits {
      guard ASCII.isDigit(digit) else { return nil }
      let product = value.multipliedReportingOverflow(by: 10)
      let sum = product.partialValue.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      overflowed = overflowed || product.overflow || sum.overflow
      value = sum.partialValue
    }
    self = overflowed ? .large(String(decoding: digits, as: UTF8.self)) : .small(value)
  }

  /// The next number.
  var successor: NumericIdentifier {
    switch self {
    case .small(let value) where value < .max: return .small(value + 1)
    case .small: return .large("18446744073709551616")
    case .large(let digits):
      var bytes = Array(digits.utf8)
      for index in bytes.indices.reversed() {
        guard bytes[index] == UInt8(ascii: "9") else {
          bytes[index] += 1
          return .large(String(decoding: bytes, as: UTF8.self))
        }
        bytes[index] = UInt8(ascii: "0")
      }
      return .large("1" + String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension NumericIdentifier: Comparable {
  static func < (left: NumericIdentifier, right: NumericIdentifier) -> Bool {
    switch (left, right) {
    case (.small(let left), .small(let right)): left < right
    case (.small, .large): true
    case (.large, .small): false
    case (.large(let left), .large(let right)):
      left.utf8.count != right.utf8.count
        ? left.utf8.count < right.utf8.count : left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}

extension NumericIdentifier: CustomStringConvertible {
  var description: String {
    switch self {
    case .small(let value): String(value)
    case .large(let digits): digits
    }
  }
}
