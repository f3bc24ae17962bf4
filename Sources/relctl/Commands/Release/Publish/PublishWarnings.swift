import ReleaseModel

/// What is allowed at a publish but seldom meant, as the server answers it.
enum PublishWarnings {
  /// Tells a person, and answers them for programs.
  static func show(_ answer: JSONValue, _ console: Console) -> [JSONValue] {
    let warnings = answer["warnings"]?.elements ?? []
    for warning in warnings {
      console.warn(warning["detail"]?.text ?? warning.shown, code: warning["code"]?.text ?? "warning")
    }
    return warnings
  }
}
