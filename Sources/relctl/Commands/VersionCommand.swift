import CBuildInfo
import ReleaseModel

/// `relctl version`
enum VersionCommand {
  /// The version of this program, as in CHANGELOG.md.
  static let programVersion = "0.1.0"

  static let command = Command(
    "version", "Print the versions of this program and of the API contract that it was compiled for",
    examples: [
      .init("Which build is this?", "relctl version"),
      .init("The same, for a program", "relctl version --output json"),
    ]
  ) { invocation in
    let commit = String(cString: build_info_commit())
    let contract = APIContract.version.description
    try invocation.console.show(
      Report(
        json: [
          "version": .string(programVersion), "apiContractVersion": .string(contract),
          "commit": .string(commit),
        ],
        text: .lines(["relctl \(programVersion) (API contract \(contract), commit \(commit))"])))
    return .ok
  }
}
