/// `relctl trust status`
enum TrustStatusCommand {
  static let command = Command(
    "status", "Which keys are trusted with what, what expires, and what to do next",
    discussion: "Warns 30 days before something expires that people have to sign.",
    arguments: [TrustArguments.rootOut, TrustArguments.trustRoot, KeyArguments.keys] + ServerArguments.all,
    examples: [
      .init("Once a week", "relctl trust status"),
      .init("The root that wrappers ship now", "relctl trust status --root-out root.json"),
    ]
  ) { invocation in
    let out = try invocation[TrustArguments.rootOut]
    if let out { try FileWriter.requireAbsence(of: out) }
    let client = try RegistryClient(invocation, needsToken: true)
    let status = try RegistryTrustStatus(of: client)
    let written = try out.map { try CurrentRoot.write(to: $0, of: client, status, invocation) }
    let names = try KeyNames.known(to: invocation)
    try invocation.console.show(
      try TrustStatusReport(status, now: Clock.now, names: names).report(saying: written.map { [$0] } ?? []))
    return .ok
  }
}
