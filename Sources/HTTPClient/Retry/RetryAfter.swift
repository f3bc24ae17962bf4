/// The `Retry-After` field (RFC 9110, section 10.2.3): a number of seconds or a date.
enum RetryAfter: Hashable {
  case seconds(Int64)
  case date(secondsSinceEpoch: Int64)

  /// Fails on anything else; a number that is too large to count counts as "for ever".
  init?(parsing text: String) {
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      self = .seconds(min(Int64(text) ?? .max, 1 << 40))
    } else if let date = HTTPDate.secondsSinceEpoch(parsing: text) {
      self = .date(secondsSinceEpoch: date)
    } else {
      return nil
    }
  }

  /// How long to wait from `now` on; a date that is past asks for no wait.
  func delay(now: Int64) -> Duration {
    switch self {
    case .seconds(let seconds): .seconds(seconds)
    case .date(let moment): .seconds(max(0, moment - now))
    }
  }
}
