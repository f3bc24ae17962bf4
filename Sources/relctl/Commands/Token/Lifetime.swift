import ReleaseModel

/// How long something is valid.
struct Lifetime: Sendable {
  let seconds: Int64

  private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
  private static let maximumSeconds: Int64 = 100 * 366 * 86_400

  /// Reads a whole number with a unit: `90d`, `12h`, `30m`, `2w`, `45s`.
  init(parsing text: String) throws(InvalidValue) {
    guard let unit = text.last.flatMap({ Self.units[$0] }), let count = Int64(text.dropLast()), count > 0,
      case let (seconds, overflow) = count.multipliedReportingOverflow(by: unit), !overflow,
      seconds <= Self.maximumSeconds
    else {
      throw InvalidValue(
        "'\(text.prefix(40))' is not a time; write a number and s, m, h, d or w, such as 90d")
    }
    self.seconds = seconds
  }

  func end(from now: Timestamp) -> Timestamp { Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + seconds) }
}
