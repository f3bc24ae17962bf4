import Glibc

/// A time as `Date` has it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
struct HTTPDate: Sendable {
  /// How many characters it has.
  static let length = 29

  /// Seconds since 1970.
  let second: Int
  private var text: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(second: Int) {
    self.second = second
    var parts = tm()
    var time = time_t(second)
    gmtime_r(&time, &parts)
    let day = "\(Self.weekdays[Int(parts.tm_wday)]), \(Self.two(parts.tm_mday))"
    let month = "\(Self.months[Int(parts.tm_mon)]) \(1900 + parts.tm_year)"
    let line =
      "\(day) \(month) \(Self.two(parts.tm_hour)):\(Self.two(parts.tm_min)):\(Self.two(parts.tm_sec)) GMT"
    withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: line.utf8.prefix(Self.length)) }
  }

  /// The time now.
  static var now: HTTPDate { HTTPDate(second: Clock.wallSecond()) }

  /// Copies the characters.
  func copy(to target: UnsafeMutablePointer<CChar>) {
    withUnsafeBytes(of: text) { source in
      UnsafeMutableRawBufferPointer(start: target, count: Self.length)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<Self.length]))
    }
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension HTTPDate: CustomStringConvertible {
  var description: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix(Self.length), as: UTF8.self) }
  }
}
