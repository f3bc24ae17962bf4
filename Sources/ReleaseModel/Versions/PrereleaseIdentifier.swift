/// One dot-separated part of a prerelease; numbers sort below texts (SemVer 2.0.0, item 11).
enum PrereleaseIdentifier: Sendable, Hashable, Comparable {
  case number(NumericIdentifier)
  case text(String)

  /// Reads `[0-9A-Za-z-]+` without leading zeros in a number.
  init?(_ part: ArraySlice<UInt8>) {
    guard !part.isEmpty, part.allSatisfy(ASCII.isIdentifier) else { return nil }
    if part.allSatisfy(ASCII.isDigit) {
      guard let number = NumericIdentifier(part) else { return nil }
      self = .number(number)
    } else {
      self = .text(String(decoding: part, as: UTF8.self))
    }
  }

  static func < (left: PrereleaseIdentifier, right: PrereleaseIdentifier) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.number, .text): true
    case (.text, .number): false
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}

extension PrereleaseIdentifier: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let number): number.description
    case .text(let text): text
    }
  }
}
