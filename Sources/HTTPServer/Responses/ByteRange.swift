/// What a `Range` field asks of a body of known size (RFC 9110, 14).
enum ByteRange: Equatable {
  /// Everything: there is no range, several, or one in a form that is not understood.
  case whole
  /// One run of bytes, at least one long.
  case part(offset: UInt64, count: UInt64)
  /// A range that has no byte of the body.
  case unsatisfiable

  /// Reads `bytes=0-99`, `bytes=100-`, `bytes=-100`.
  init(parsing field: String, size: UInt64) {
    self = .whole
    let prefix = "bytes="
    guard field.lowercased().hasPrefix(prefix) else { return }
    let ends = field.dropFirst(prefix.count).filter { $0 != " " && $0 != "\t" }
      .split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(ASCII.isDigit) }) else { return }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): return
    case (true, false): self = Self.suffix(Self.number(ends[1]), size)
    case (false, true): self = Self.from(Self.number(ends[0]), through: .max, size)
    case (false, false):
      let (first, last) = (Self.number(ends[0]), Self.number(ends[1]))
      guard first <= last else { return }
      self = Self.from(first, through: last, size)
    }
  }

  /// The number; one that does not fit is larger than any body.
  private static func number(_ digits: Substring) -> UInt64 { UInt64(digits) ?? .max }

  private static func suffix(_ count: UInt64, _ size: UInt64) -> ByteRange {
    guard count > 0, size > 0 else { return .unsatisfiable }
    let count = min(count, size)
    return .part(offset: size - count, count: count)
  }

  private static func from(_ first: UInt64, through last: UInt64, _ size: UInt64) -> ByteRange {
    guard first < size else { return .unsatisfiable }
    return .part(offset: first, count: min(last, size - 1) - first + 1)
  }
}
