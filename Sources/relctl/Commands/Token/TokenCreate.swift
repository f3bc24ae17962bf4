import HTTPClient
import ReleaseModel
import ReleaseRegistry

/// `relctl token create --role R [--channel C…] [--expires-in 90d] [--token-out FILE]`
enum TokenCreate {
  private static let role = Argument.requiredOption(
    "--role", "ROLE", "'viewer', 'publisher' or 'super-admin'",
    suggesting: .choices(Role.allCases.map(\.rawValue)), parse: Parse.choice(Role.self))
  private static let channels = Argument.repeatedOption(
    "--channel", "CHANNEL", "a channel that a publisher may change", parse: Channel.init(parsing:))
  private static let name = Argument.option(
    "--name", "TEXT", "whose token it is, for the audit log", parse: Parse.sentence)
  private static let expiresIn = Argument.option(
    "--expires-in", "TIME", "how long it is valid, such as 90d, 12h or 30m; for ever without it",
    parse: Lifetime.init(parsing:))
  private static let out = Argument.option(
    "--token-out", "FILE", "write the token here, mode 0600, instead of printing it", suggesting: .file,
    parse: Parse.path)

  static let command = Command(
    "create", "Make a token for a person or a pipeline; it is shown once",
    arguments: [role, channels, name, expiresIn, out, CommonArguments.dryRun] + ServerArguments.all,
    examples: [
      .init(
        "For a pipeline that publishes on beta",
        "relctl token create --role publisher --channel beta --name ci --expires-in 90d --token-out ci.token"),
      .init(
        "For a colleague who only looks",
        "relctl token create --role viewer --name dashboard --token-out dashboard.token"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[out]
    // A token that cannot be kept must not be made.
    if let path { try FileWriter.requireAbsence(of: path) }
    let client = try RegistryClient(invocation, needsToken: true)
    let body = try body(invocation)
    let change = RegistryClient.Call(
      method: .post, path: ["tokens"], body: body, idempotencyKey: try IdempotencyKey.random())
    if try invocation[CommonArguments.dryRun] {
      _ = try asking { try client.admin(change.asTrial) }
      try invocation.console.show(TokenReport.one(body, saying: "dry run: this token would be made."))
      return .ok
    }
    let created = try asking { try client.admin(change) }.data
    guard case .object(var shown) = created, let id = created["id"]?.text else {
      throw CommandError(.unreachable, "invalid_response", "the server did not answer with a token")
    }
    guard let secret = created["token"]?.text else { throw lostSecret(of: id) }
    guard let path else {
      try handing(over: id) { () throws(CommandError) in
        try invocation.console.show(
          TokenReport.one(created, saying: "This is the only time that the token is shown:\n\(secret)"))
      }
      return .ok
    }
    try handing(over: id) { () throws(CommandError) in
      try FileWriter.createSecret(path, Array((secret + "\n").utf8))
    }
    shown["token"] = nil
    shown["tokenFile"] = .string(path)
    try invocation.console.show(
      TokenReport.one(.object(shown), saying: "The token is in '\(path)', which only you can read."))
    return .ok
  }

  /// Names what was typed, where the registry names the time that was made of it.
  private static func asking(_ send: () throws -> RegistryClient.Answer) throws -> RegistryClient.Answer {
    do {
      return try send()
    } catch let refusal as CommandError where refusal.code == "invalid_expiry" {
      throw CommandError(
        refusal.status, refusal.code,
        "--expires-in: that time is over already by the registry's clock; no token was made",
        hint: "ask for longer, such as 90d; if it was long enough, the clock here is slow",
        requestId: refusal.requestId)
    }
  }

  /// The first answer was lost on its way, and the request was repeated: the server does not know the secret any more.
  private static func lostSecret(of id: String) -> CommandError {
    CommandError(
      .failed, "token_secret_lost",
      "the token '\(id)' was made, but the answer with its secret was lost, and it is sent once only",
      hint: "revoke it with 'relctl token revoke \(id)', then create another")
  }

  /// Does what gives the secret to its owner. When it fails, the token is there and nobody has its secret.
  private static func handing(
    over id: String, _ step: () throws(CommandError) -> Void
  ) throws(CommandError) {
    do {
      try step()
    } catch {
      throw CommandError(
        error.status, error.code, "the token '\(id)' was made, but its secret is lost: \(error.message)",
        hint: "revoke it with 'relctl token revoke \(id)', then create another")
    }
  }

  private static func body(_ invocation: Invocation) throws -> JSONValue {
    let role = try invocation[role]
    let channels = try invocation[channels]
    guard (role == .publisher) == !channels.isEmpty else {
      throw CommandError(
        .usage, "invalid_role",
        role == .publisher
          ? "a publisher needs at least one --channel"
          : "--channel is for publishers; a \(role.rawValue) takes none")
    }
    var body: [String: JSONValue] = [
      "role": .string(role.rawValue), "channels": .array(channels.map { .string($0.name) }),
      "name": .string(try invocation[name] ?? role.rawValue),
    ]
    if let lifetime = try invocation[expiresIn] {
      body["expiresAt"] = .string(lifetime.end(from: Clock.now).description)
    }
    return .object(body)
  }
}
