package import ReleaseModel

/// Wrappers that are alike, as one line of a fleet file names them.
package struct FleetRow: Sendable, Hashable {
  /// Where it stands, for messages: `line 3`, or `wrapper 3` in JSON.
  package let place: String
  /// nil when the file does not say.
  package let platform: Platform?
  package let wrapperVersion: SemanticVersion
  /// What is on the devices; nil when the file does not say.
  package let installed: InstalledBefore?
  /// How many there are.
  package let count: Int64
  /// Their number for phased rollouts; nil stays outside of any.
  package let cohort: Cohort?
  /// What has to come true for them; empty when the file does not say.
  package let expectations: [Expectation]
  /// What happens to them; empty when the file does not say.
  package let scenarios: [Scenario]

  /// The names of the columns, as a heading or as members in JSON.
  static let columns = [
    "platform", "wrapperVersion", "installed", "count", "cohort", "expect", "scenario",
  ]

  /// Reads the values of one row; those that are empty count as left out.
  init(_ values: [String: String], at place: String) throws(ModelError) {
    func value<Value>(
      _ name: String, _ parse: (String) throws(ModelError) -> Value
    ) throws(ModelError) -> Value? {
      guard let text = values[name], !text.isEmpty else { return nil }
      return try parse(text)
    }
    guard let version = try value("wrapperVersion", SemanticVersion.init(parsing:)) else {
      throw ModelError(ProblemCode("invalid_line"), "it names no wrapperVersion")
    }
    self.place = place
    wrapperVersion = version
    platform = try value("platform", Platform.init(parsing:))
    installed = try value("installed", InstalledBefore.init(parsing:))
    count = try value("count", Self.count) ?? 1
    cohort = try value("cohort", Cohort.init(parsing:))
    expectations = try Self.words(values["expect"]).map { word throws(ModelError) in
      try Expectation(parsing: word)
    }
    scenarios = try Self.words(values["scenario"]).map { word throws(ModelError) in
      try Scenario(parsing: word)
    }
  }

  private static func count(_ text: String) throws(ModelError) -> Int64 {
    guard let count = Int64(text), count >= 0 else {
      throw ModelError(ProblemCode("invalid_count"), "'\(text.prefix(40))' is not a number of wrappers")
    }
    return count
  }

  /// Several values of one cell stand with spaces between them.
  private static func words(_ text: String?) -> [String] {
    (text ?? "").split(separator: " ").map(String.init)
  }
}
