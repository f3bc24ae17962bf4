import ReleaseModel

/// What is allowed at a publish but seldom meant: what the server answers, and that nothing is signed.
struct PublishWarnings {
  /// For programs.
  let json: [JSONValue]

  static let none = PublishWarnings([])

  init(_ warnings: [JSONValue]) { json = warnings }

  /// What the server answered.
  init(of answer: JSONValue) { json = answer["warnings"]?.elements ?? [] }

  /// The same after those of something else.
  func after(_ first: JSONValue) -> PublishWarnings { PublishWarnings([first] + json) }

  /// Tells a person.
  func show(_ console: Console) {
    for warning in json {
      console.warn(warning["detail"]?.text ?? warning.shown, code: warning["code"]?.text ?? "warning")
    }
  }
}
