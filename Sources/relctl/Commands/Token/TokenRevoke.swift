import HTTPClient
import ReleaseModel

/// `relctl token revoke ID`
enum TokenRevoke {
  private static let id = Argument.positional(
    "ID", "the token's id, as 'relctl token list' shows it", parse: Parse.name)

  static let command = Command(
    "revoke", "Make a token useless, at once and for ever",
    arguments: [id, CommonArguments.dryRun] + ServerArguments.all,
    examples: [.init("A laptop was lost", "relctl token revoke tok_00000003")]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let client = try RegistryClient(invocation, needsToken: true)
    let id = try invocation[id]
    if try invocation[CommonArguments.dryRun] {
      guard let token = try token(id, client) else {
        throw CommandError(
          .refused, "token_not_found", "there is no token '\(id)'", hint: "'relctl token list' shows them")
      }
      try invocation.console.show(TokenReport.one(token, saying: "dry run: this token would be revoked."))
      return .ok
    }
    _ = try client.admin(.init(method: .delete, path: ["tokens", id]))
    if let token = try token(id, client), token["revokedAt"] == nil {
      throw CommandError(.failed, "state_not_reached", "the token '\(id)' was to be revoked, but is not")
    }
    try invocation.console.show(
      Report(json: ["id": .string(id), "revoked": true], text: .lines(["The token '\(id)' is revoked."])))
    return .ok
  }

  private static func token(_ id: String, _ client: RegistryClient) throws -> JSONValue? {
    try client.all(.init(path: ["tokens"])).first { $0["id"]?.text == id }
  }
}
