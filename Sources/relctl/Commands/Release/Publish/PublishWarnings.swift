import ReleaseModel
import ReleaseTrust

/// What a person should know at a publish that succeeds: what is allowed but seldom meant, as the server answers it, that
/// nothing is signed, and what has to be signed again soon.
struct PublishWarnings {
  /// For programs.
  let json: [JSONValue]

  static let none = PublishWarnings([])

  init(_ warnings: [JSONValue]) { json = warnings }

  /// What the server answered.
  init(of answer: JSONValue) { json = answer["warnings"]?.elements ?? [] }

  /// What ends within 30 days, with what to type. The role of the channel is left out: the publish signs it anew.
  init(ends: [EndingRoles.Role], besides channel: Channel) {
    let others = ends.filter { $0.name != ReleaseRole.name(of: channel) }
    self.init(EndingRoles(among: others, at: Clock.now).map { [Self.warning(of: $0)] } ?? [])
  }

  private static func warning(of ending: EndingRoles) -> JSONValue {
    [
      "code": .string(ending.code), "detail": .string(ending.warning),
      "command": .string(ending.command),
      "roles": .array(
        ending.roles.map {
          ["role": .string($0.name.string), "expires": .string($0.expires.description)]
        }),
    ]
  }

  /// The same before those of something else.
  func before(_ others: PublishWarnings) -> PublishWarnings { PublishWarnings(json + others.json) }

  /// The same after those of something else.
  func after(_ first: JSONValue) -> PublishWarnings { PublishWarnings([first] + json) }

  /// Tells a person.
  func show(_ console: Console) {
    for warning in json {
      console.warn(warning["detail"]?.text ?? warning.shown, code: warning["code"]?.text ?? "warning")
    }
  }
}
