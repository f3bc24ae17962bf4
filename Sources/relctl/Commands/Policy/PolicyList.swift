/// `relctl policy list`
enum PolicyList {
  static let command = Command(
    "list", "List native policies, the newest first",
    arguments: ServerArguments.all,
    examples: [.init("Which policies are active?", "relctl policy list")]
  ) { invocation in
    let client = try RegistryClient(invocation, needsToken: true)
    try invocation.console.show(PolicyReport.list(try client.all(.init(path: ["policies"]))))
    return .ok
  }
}
