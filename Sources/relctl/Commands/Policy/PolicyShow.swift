/// `relctl policy show ID`
enum PolicyShow {
  static let command = Command(
    "show", "Show everything about one policy",
    arguments: [PolicyArguments.id] + ServerArguments.all,
    examples: [.init("What does it say?", "relctl policy show pol_00000012")]
  ) { invocation in
    let resource = PolicyResource(
      client: try RegistryClient(invocation, needsToken: true), id: try invocation[PolicyArguments.id])
    try invocation.console.show(PolicyReport.one(try resource.read()))
    return .ok
  }
}
