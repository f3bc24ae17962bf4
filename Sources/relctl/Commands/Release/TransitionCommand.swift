import ReleaseModel

/// What pause, resume and retire have in common: ask, read back, compare, and only then say so.
struct TransitionCommand {
  let transition: ReleaseTransition
  /// `paused`, as in "2.14.0 is now paused on production".
  let done: String

  /// The state that the release must be in afterwards.
  private var target: ReleaseState { transition.target }

  func run(_ invocation: Invocation, reason: String?) throws -> ExitStatus {
    let resource = ReleaseResource(
      client: try RegistryClient(invocation, needsToken: true),
      channel: try invocation[ReleaseArguments.channel], version: try invocation[ReleaseArguments.version])
    let before = try resource.read()
    let name = "\(resource.version) on \(resource.channel)"
    let body: JSONValue = reason.map { ["reason": .string($0)] } ?? [:]
    if try invocation[CommonArguments.dryRun] {
      try resource.tryTransition(transition.rawValue, body: body)
      try invocation.console.show(ReleaseReport.one(before, saying: prediction(for: before, name)))
      return .ok
    }
    let after = try resource.transition(transition.rawValue, body: body)
    guard after["state"]?.text == target.rawValue else {
      throw CommandError(
        .failed, "state_not_reached",
        "\(name) was to be \(target.rawValue), but is \(after["state"]?.text ?? "in no state")",
        hint: "somebody may have changed it at the same moment; 'relctl audit list' shows who")
    }
    let already = before["state"]?.text == target.rawValue
    try invocation.console.show(
      ReleaseReport.one(after, saying: already ? "\(name) was \(done) already." : "\(name) is now \(done)."))
    return .ok
  }

  private func prediction(for release: JSONValue, _ name: String) -> String {
    let state = release["state"]?.text ?? "in an unknown state"
    return state == target.rawValue
      ? "dry run: \(name) is \(done) already; nothing would change."
      : "dry run: \(name) is \(state) and would be \(done)."
  }
}
