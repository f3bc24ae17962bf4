import CCurl

/// Dates in header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Reads the three forms that RFC 9110 lists, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func secondsSinceEpoch(parsing text: String) -> Int64? {
    // libcurl's reader also takes bare numbers and times without a day; all three forms begin with a day's name.
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    guard days.contains(where: text.hasPrefix), ccurl_open() == nil else { return nil }
    let seconds = ccurl_getdate(text)
    return seconds < 0 ? nil : Int64(seconds)
  }
}
