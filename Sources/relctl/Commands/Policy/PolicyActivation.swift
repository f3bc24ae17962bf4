import ReleaseModel

/// `relctl policy activate ID` and `relctl policy deactivate ID`
enum PolicyActivation {
  static let activate = Command(
    "activate", "Let a policy decide what its platform's wrappers are told",
    arguments: [PolicyArguments.id, CommonArguments.dryRun] + ServerArguments.all,
    examples: [.init("Switch it on", "relctl policy activate pol_00000012")]
  ) { try run($0, isActive: true) }

  static let deactivate = Command(
    "deactivate", "Stop a policy from deciding; without an active one every wrapper is current",
    arguments: [PolicyArguments.id, CommonArguments.dryRun] + ServerArguments.all,
    examples: [.init("Switch it off", "relctl policy deactivate pol_00000012")]
  ) { try run($0, isActive: false) }

  private static func run(_ invocation: Invocation, isActive: Bool) throws -> ExitStatus {
    let resource = PolicyResource(
      client: try RegistryClient(invocation, needsToken: true), id: try invocation[PolicyArguments.id])
    let word = isActive ? "active" : "inactive"
    let before = try resource.read()
    let isAlready = before["active"]?.bool == isActive
    if try invocation[CommonArguments.dryRun] {
      try resource.trySetActive(isActive)
      try invocation.console.show(
        PolicyReport.one(
          before, saying: isAlready ? "dry run: it is \(word) already." : "dry run: it would be \(word)."))
      return .ok
    }
    try invocation.console.show(
      PolicyReport.one(
        try resource.setActive(isActive),
        saying: isAlready ? "This policy was \(word) already." : "This policy is now \(word)."))
    return .ok
  }
}
