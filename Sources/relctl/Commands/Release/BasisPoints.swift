/// Shares in hundredths of a percent.
enum BasisPoints {
  /// `25%`, `0.5%`, `12.34%`.
  static func text(_ basisPoints: Int64) -> String {
    let whole = basisPoints / 100
    let fraction = basisPoints % 100
    guard fraction != 0 else { return "\(whole)%" }
    return fraction % 10 == 0 ? "\(whole).\(fraction / 10)%" : "\(whole).\(fraction / 10)\(fraction % 10)%"
  }
}
