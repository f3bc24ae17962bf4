/// A moment in UTC with a precision of one second, written as RFC 3339: `2026-07-21T10:00:00Z`.
package struct Timestamp: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let secondsSinceEpoch: Int64

  /// The seconds that the written form has room for: the years 0000 to 9999.
  package static let writableSeconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  package init(secondsSinceEpoch: Int64) { self.secondsSinceEpoch = secondsSinceEpoch }

  /// Reads exactly `YYYY-MM-DDTHH:MM:SSZ`; fails on any other form and on days that do not exist.
  package init?(parsing text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      bytes[19] == UInt8(ascii: "Z"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
      let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
      (1...12).contains(month), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = Self.daysSinceEpoch(year: year, month: month, day: day)
    secondsSinceEpoch = days * 86_400 + hour * 3_600 + minute * 60 + second
    // A day that does not exist, such as 30 February, comes back as another one.
    guard description == text else { return nil }
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    digits.reduce(Int64?(0)) { value, digit in
      guard let value, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      return value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
  }

  /// The proleptic Gregorian calendar, with years that begin in March so that leap days come last.
  private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private var calendarDay: (year: Int64, month: Int64, day: Int64) {
    let shifted = Self.floorDivide(secondsSinceEpoch, 86_400) + 719_468
    let era = Self.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }
}

extension Timestamp: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SSZ`.
  package var description: String {
    let (year, month, day) = calendarDay
    let second = secondsSinceEpoch - Self.floorDivide(secondsSinceEpoch, 86_400) * 86_400
    func padded(_ value: Int64, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
  }
}

extension Timestamp: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Timestamp(parsing: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text.prefix(40))' is not a time; write YYYY-MM-DDTHH:MM:SSZ")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
