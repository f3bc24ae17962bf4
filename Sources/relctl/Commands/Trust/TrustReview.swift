import Cryptography
import ReleaseModel
import ReleaseTrust

/// `relctl trust review CEREMONY`
enum TrustReview {
  static let command = Command(
    "review", "Show what a ceremony would change, and who signed it",
    discussion: "Needs no registry: the file carries what it was made from.",
    arguments: [TrustArguments.ceremony, KeyArguments.keys],
    examples: [.init("Before you sign", "relctl trust review ceremony.json")]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    let ceremony = try CeremonyFile.read(path)
    let names = try KeyNames.known(to: invocation)
    let changes = try CeremonyChanges(ceremony).sentences(names)
    try invocation.console.show(
      try CeremonyReport(ceremony: ceremony, path: path, names: names).report(saying: changes))
    return .ok
  }
}
