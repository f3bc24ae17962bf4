/// The two compatibility gates of a release; both must hold, neither is advisory.
package struct ReleaseGates: Sendable, Hashable {
  /// The wrapper versions that can run the release.
  package let wrapperRange: VersionRange
  /// The versions of the API contract that the release can talk to.
  package let apiContractRange: VersionRange

  package init(wrapperRange: VersionRange, apiContractRange: VersionRange) {
    self.wrapperRange = wrapperRange
    self.apiContractRange = apiContractRange
  }

  /// Reads both ranges; reports every error of both: `invalid_range`, `missing_range` for empty text, and
  /// `unsatisfiable_range` for a range that no version can match.
  package init(parsingWrapperRange wrapper: String, apiContractRange contract: String) throws(FieldErrors) {
    var collector = FieldErrorCollector()
    let wrapperRange = collector.parse("wrapperRange") { () throws(ModelError) in try Self.gate(wrapper) }
    let apiContractRange = collector.parse("apiContractRange") { () throws(ModelError) in
      try Self.gate(contract)
    }
    guard let wrapperRange, let apiContractRange else { throw FieldErrors(collector.errors) }
    self.init(wrapperRange: wrapperRange, apiContractRange: apiContractRange)
  }

  /// Reads one range as a gate.
  package static func gate(_ text: String) throws(ModelError) -> VersionRange {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ModelError(.missingRange, "the range is empty; to allow every version, write '*'")
    }
    let range = try VersionRange(parsing: text)
    guard range.isSatisfiable else {
      throw ModelError(
        .unsatisfiableRange, "no version can match '\(text)'; write for example '>=4.2.0 <6.0.0'")
    }
    return range
  }
}
