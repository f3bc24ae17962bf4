/// What came of a release on a device, as the device reports it and the registry counts it.
package enum ReportOutcome: String, Sendable, Hashable, Codable, CaseIterable {
  /// The release is complete on the device, and starts at the next launch.
  case installed
  /// Its page said that it works.
  case confirmed
  /// The device left it.
  case rolledBack
  /// It could not be installed.
  case failed

  /// Refuses anything but the four with `invalid_outcome`.
  package init(parsing text: String) throws(ModelError) {
    guard let outcome = Self(rawValue: text) else {
      let names = Self.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ModelError(.invalidOutcome, "'\(text.prefix(40))' is no outcome; write one of \(names)")
    }
    self = outcome
  }
}
