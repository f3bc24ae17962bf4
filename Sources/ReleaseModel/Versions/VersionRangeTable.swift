/// Ranges by their text, so that the many releases of a registry that share one also share its memory and its parsing.
package struct VersionRangeTable: Sendable {
  private var ranges: [String: VersionRange] = [:]

  package init() {}

  /// The range of a text; read when it was not asked for before, with the errors of `VersionRange.init(parsing:)`.
  package mutating func range(_ text: String) throws(ModelError) -> VersionRange {
    if let known = ranges[text] { return known }
    let range = try VersionRange(parsing: text)
    ranges[range.description] = range
    return range
  }
}
