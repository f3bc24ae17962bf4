extension SeededGenerator {
  /// A version of small numbers, often a prerelease, so that versions and ranges meet each other's edges.
  mutating func version() -> String {
    let numbers = (0..<3).map { _ in pick(["0", "1", "2", "3"]) }.joined(separator: ".")
    return numbers + pick(["", "", "", "-0", "-alpha", "-beta.2", "-beta.11", "-rc.1", "-rc.1.0"])
  }

  /// A range of one or two alternatives of one or two comparators.
  mutating func range() -> String {
    var alternatives: [String] = []
    for _ in 0...Int.random(in: 0...1, using: &self) {
      var words: [String] = []
      for _ in 0...Int.random(in: 0...1, using: &self) {
        let comparison = pick(["^", "~", ">=", "<", ">", "<=", "", "="])
        words.append(comparison + pick([version(), "1", "1.x", "2.1", "*"]))
      }
      alternatives.append(words.joined(separator: " "))
    }
    return alternatives.joined(separator: "||")
  }
}
