/// `relctl token list`
enum TokenList {
  static let command = Command(
    "list", "List tokens with their roles, never their secrets",
    arguments: ServerArguments.all,
    examples: [.init("Who can publish?", "relctl token list")]
  ) { invocation in
    let client = try RegistryClient(invocation, needsToken: true)
    try invocation.console.show(TokenReport.list(try client.all(.init(path: ["tokens"]))))
    return .ok
  }
}
