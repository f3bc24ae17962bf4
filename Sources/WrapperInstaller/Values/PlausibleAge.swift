/// How old something is by a clock on the wall that may be, or may have been, wrong.
enum PlausibleAge {
  /// By how much clocks differ that nobody has to doubt.
  private static let toleratedSkewSeconds: Int64 = 86_400
  /// What is older was dated by a wrong clock, or is looked at by one.
  private static let longestSeconds: Int64 = 365 * 86_400

  /// How many seconds ago `date` was; nil when no clock that was right says so: more than a year ago, or more than a day ahead.
  static func seconds(since date: Int64, now: Int64) -> Int64? {
    let (age, overflows) = now.subtractingReportingOverflow(date)
    guard !overflows, (-toleratedSkewSeconds...longestSeconds).contains(age) else { return nil }
    return age
  }
}
