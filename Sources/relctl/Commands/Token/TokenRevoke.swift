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
    let before = try token(id, client)
    let isAlready = before["revokedAt"] != nil
    let change = RegistryClient.Call(method: .delete, path: ["tokens", id])
    if try invocation[CommonArguments.dryRun] {
      _ = try client.admin(change.asTrial)
      try invocation.console.show(
        TokenReport.one(
          before,
          saying: isAlready
            ? "dry run: this token is revoked already; nothing would change."
            : "dry run: this token would be revoked."))
      return .ok
    }
    _ = try client.admin(change)
    guard try isAlready || token(id, client)["revokedAt"] != nil else {
      throw CommandError(.failed, "state_not_reached", "the token '\(id)' was to be revoked, but is not")
    }
    let sentence = isAlready ? "The token '\(id)' was revoked already." : "The token '\(id)' is revoked."
    try invocation.console.show(
      Report(json: ["id": .string(id), "revoked": true], text: .lines([sentence])))
    return .ok
  }

  private static func token(_ id: String, _ client: RegistryClient) throws -> JSONValue {
    let tokens = try client.all(.init(path: ["tokens"]))
    guard let token = tokens.first(where: { $0["id"]?.text == id }) else {
      throw CommandError(
        .refused, "token_not_found", "there is no token with the id '\(id)'",
        hint: "an id is wanted, and no file or name; 'relctl token list' shows them")
    }
    return token
  }
}
