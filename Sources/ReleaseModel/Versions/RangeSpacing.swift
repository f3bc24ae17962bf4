/// Removes the spaces that a range may have between an operator and its version, so that its words can be split.
///
/// node-semver does it in two passes, and what it accepts depends on their order: `~ > 1` is `~>1`, but `> = 1` is nothing.
enum RangeSpacing {
  private static let space = UInt8(ascii: " ")

  /// `>= 1.2 ~ 3` → `>=1.2 ~3`.
  static func joiningOperators(in set: ArraySlice<UInt8>) -> [UInt8] {
    // Most ranges have no such space.
    let hasGap = zip(set, set.dropFirst()).contains {
      $1 == space && (isComparison($0) || isTildeOrCaret($0))
    }
    return hasGap ? joiningTildesAndCarets(in: joiningComparisons(in: set)) : Array(set)
  }

  /// `>= 1.2` → `>=1.2`, `<  v1` → `<v1`.
  private static func joiningComparisons(in set: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(set.count)
    var scanner = VersionScanner(set)
    while !scanner.isAtEnd {
      result += scanner.take { $0 == space }
      let comparison = comparison(&scanner)
      result += comparison
      var afterPrefix = scanner
      if !comparison.isEmpty { _ = afterPrefix.take { $0 == space } }
      let prefix = afterPrefix.take(while: PartialVersion.isPrefix)
      if let first = afterPrefix.rest.first, PartialVersion.isStart(first) {
        result += prefix
        scanner = afterPrefix
      }
      // A tilde or a caret ends the run, because a prefix may follow it.
      if let byte = scanner.rest.first, isTildeOrCaret(byte), scanner.skip(byte) {
        result.append(byte)
      } else {
        result += scanner.take { $0 != space && !isComparison($0) && !isTildeOrCaret($0) }
      }
    }
    return result
  }

  /// `~ 1.2` → `~1.2`, `^  1` → `^1`.
  private static func joiningTildesAndCarets(in set: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(set.count)
    var scanner = VersionScanner(set[...])
    while let byte = scanner.rest.first, scanner.skip(byte) {
      result.append(byte)
      guard isTildeOrCaret(byte) else { continue }
      var afterGap = scanner
      if byte == UInt8(ascii: "~") { _ = afterGap.skip(UInt8(ascii: ">")) }
      if !afterGap.take(while: { $0 == space }).isEmpty { scanner = afterGap }
    }
    return result
  }

  /// Reads `<`, `<=`, `>`, `>=` or `=`, if one is next.
  private static func comparison(_ scanner: inout VersionScanner) -> [UInt8] {
    for symbol in [UInt8(ascii: "<"), UInt8(ascii: ">")] where scanner.skip(symbol) {
      return scanner.skip(UInt8(ascii: "=")) ? [symbol, UInt8(ascii: "=")] : [symbol]
    }
    return scanner.skip(UInt8(ascii: "=")) ? [UInt8(ascii: "=")] : []
  }

  private static func isComparison(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=")
  }

  private static func isTildeOrCaret(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "~") || byte == UInt8(ascii: "^")
  }
}
