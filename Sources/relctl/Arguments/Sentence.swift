/// Parts of sentences that several messages need.
enum Sentence {
  /// `a`, `a or b`, `a, b or c`.
  static func alternatives(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
