/// Reads the pieces that versions and ranges are made of from the front of a text.
struct VersionScanner {
  /// What is still to be read.
  private(set) var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads one byte, if it is the next one.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads the bytes up to the first that does not belong to a class.
  mutating func take(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: belongs)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// Reads a number without leading zeros.
  mutating func number() -> NumericIdentifier? { NumericIdentifier(take(while: ASCII.isDigit)) }

  /// Reads `-` and a prerelease, if there is a `-`; nil when what follows it is none.
  mutating func optionalPrerelease() -> Prerelease? {
    guard skip(UInt8(ascii: "-")) else { return Prerelease.none }
    var identifiers: [PrereleaseIdentifier] = []
    repeat {
      guard let identifier = PrereleaseIdentifier(take(while: ASCII.isIdentifier)) else { return nil }
      identifiers.append(identifier)
    } while skip(UInt8(ascii: "."))
    return Prerelease(identifiers: identifiers)
  }

  /// Reads `+` and build metadata, if there is a `+`; empty when there is not, nil when what follows is none.
  mutating func optionalBuildMetadata() -> ArraySlice<UInt8>? {
    guard skip(UInt8(ascii: "+")) else { return [] }
    let start = rest
    repeat {
      if take(while: ASCII.isIdentifier).isEmpty { return nil }
    } while skip(UInt8(ascii: "."))
    return start[..<rest.startIndex]
  }
}
