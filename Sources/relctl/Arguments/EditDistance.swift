/// Finds what a person probably meant.
enum EditDistance {
  /// The candidate nearest to the text, when it is near enough to be worth a question.
  static func suggestion(for text: String, among candidates: [String]) -> String? {
    let limit = max(1, min(3, text.count / 3))
    let ranked = candidates.map { (candidate: $0, distance: between(text, $0)) }
    return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.candidate
  }

  /// The same, or else the first candidate that begins with the text: names are cut short as often as they are mistyped.
  static func suggestion(for text: String, amongOrBeginning candidates: [String]) -> String? {
    suggestion(for: text, among: candidates) ?? candidates.first { $0.hasPrefix(text) }
  }

  /// The number of characters to insert, delete, replace, or swap with their neighbour (optimal string
  /// alignment) to turn one text into the other.
  static func between(_ first: String, _ second: String) -> Int {
    let left = Array(first.lowercased())
    let right = Array(second.lowercased())
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(previous[column + 1] + 1, current[column] + 1, previous[column] + cost)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
