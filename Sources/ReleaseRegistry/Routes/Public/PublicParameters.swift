import HTTPServer
import ReleaseModel

/// The parameters of the public checks, read strictly; unknown ones are ignored. Everything that is wrong is reported
/// at once.
struct PublicParameters {
  private let head: RequestHead
  private var collector = FieldErrorCollector()

  init(_ head: RequestHead) { self.head = head }

  mutating func channel() -> Channel? {
    required("channel", "the channel, such as 'production'") { text throws(ModelError) in
      try Channel(parsing: text)
    }
  }

  mutating func platform() -> Platform? {
    required("platform", "'ios' or 'android'") { text throws(ModelError) in try Platform(parsing: text) }
  }

  mutating func wrapperVersion() -> SemanticVersion? {
    required("wrapperVersion", "the wrapper's version, such as 4.5.0") { text throws(ModelError) in
      try SemanticVersion(parsingWrapperVersion: text)
    }
  }

  /// nil when the device sent none.
  mutating func cohort() -> Cohort? {
    guard let text = single("cohort") else { return nil }
    return collector.parse("cohort") { () throws(ModelError) in try Cohort(parsing: text) }
  }

  /// What a native check asks; throws everything that was found wrong.
  mutating func native() throws(RegistryError) -> (Channel, Platform, SemanticVersion) {
    let channel = channel()
    let platform = platform()
    let wrapperVersion = wrapperVersion()
    return try collector.check(channel, platform, wrapperVersion)
  }

  /// What a web check asks; throws everything that was found wrong.
  mutating func web() throws(RegistryError) -> (Channel, SelectionRequest) {
    let channel = channel()
    let wrapperVersion = wrapperVersion()
    let cohort = cohort()
    let (known, version) = try collector.check(channel, wrapperVersion)
    return (known, SelectionRequest(wrapperVersion: version, cohort: cohort))
  }

  private mutating func required<Value>(
    _ name: String, _ meaning: String, _ parse: (String) throws(ModelError) -> Value
  ) -> Value? {
    let before = collector.errors.count
    guard let text = single(name) else {
      if collector.errors.count == before {
        collector.add(name, .missingParameter, "the query parameter '\(name)' is missing; give \(meaning)")
      }
      return nil
    }
    return collector.parse(name) { () throws(ModelError) in try parse(text) }
  }

  private mutating func single(_ name: String) -> String? {
    let values = head.queryValues(name)
    if values.count > 1 {
      collector.add(
        name, .duplicateParameter,
        "the query parameter '\(name)' is there \(values.count) times; send it once")
      return nil
    }
    return values.first
  }
}
