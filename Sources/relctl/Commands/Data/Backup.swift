import ReleaseModel
import ReleaseRegistry

/// `relctl backup --data DIR --to DIR`
enum Backup {
  private static let target = Argument.requiredOption(
    "--to", "DIR", "a new folder for the copy", suggesting: .folder, parse: Parse.path)

  static let command = Command(
    "backup", "Copy a data folder, consistently, while it is served",
    discussion:
      """
      The copy is a data folder of its own: 'relctl doctor' checks it and 'relctl serve' serves it. It never goes
      into the data folder that is copied.
      """,
    arguments: [DataArguments.data, target, CommonArguments.dryRun],
    examples: [
      .init("Every night", "relctl backup --data data --to backups/2026-07-21")
    ]
  ) { invocation in
    let folder = try invocation[DataArguments.data]
    let copy = try invocation[target]
    let backup = try RegistryBackup(dataFolder: folder)
    if try invocation[CommonArguments.dryRun] {
      try backup.check(target: copy)
      try invocation.console.show(
        Report(
          json: ["dryRun": true, "dataFolder": .string(folder), "folder": .string(copy)],
          text: .lines(["dry run: '\(folder)' would be copied to '\(copy)'."])))
      return .ok
    }
    let summary = try backup.write(to: copy)
    try invocation.console.show(
      Report(
        json: try JSONValue(encoding: summary),
        text: .lines([
          "\(Sentence.count(summary.artifactCount, "bundle")) and the database, \(ByteCount.text(summary.copiedBytes)) in all, "
            + "are in '\(summary.folder)'."
        ])))
    return .ok
  }
}
