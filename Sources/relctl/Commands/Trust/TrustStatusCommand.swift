/// `relctl trust status`
enum TrustStatusCommand {
  static let command = Command(
    "status", "Which keys are trusted with what, what expires, and what to do next",
    discussion: "Warns 30 days before something expires that people have to sign.",
    arguments: [KeyArguments.keys] + ServerArguments.all,
    examples: [.init("Once a week", "relctl trust status")]
  ) { invocation in
    let status = try RegistryTrustStatus(of: try RegistryClient(invocation, needsToken: true))
    let names = try KeyNames.known(to: invocation)
    try invocation.console.show(try TrustStatusReport(status, now: Clock.now, names: names).report())
    return .ok
  }
}
