/// Parts of sentences that several messages need.
enum Sentence {
  /// `a`, `a or b`, `a, b or c`.
  static func alternatives(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `1 bundle`, `2 bundles`.
  static func count(_ count: some BinaryInteger, _ singular: String) -> String {
    count == 1 ? "1 \(singular)" : "\(count) \(singular)s"
  }
}
