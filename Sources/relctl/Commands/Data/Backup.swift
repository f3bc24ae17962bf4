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
      into the data folder that is copied. A bundle that is lost is named, and the rest is copied; the status is 5
      then.
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
    let lost = summary.lostFiles
    try invocation.console.show(
      Report(
        json: try JSONValue(encoding: summary),
        text: .lines(
          [
            "\(Sentence.count(summary.artifactCount, "bundle")) and the database, \(ByteCount.text(summary.copiedBytes)) in all, "
              + "are in '\(summary.folder)'"
              + (lost.isEmpty ? "." : ", but not these, which are missing or damaged:")
          ] + lost.map { "  \($0)" })))
    guard !lost.isEmpty else { return .ok }
    throw CommandError(
      .integrity, "backup_incomplete",
      "\(Sentence.count(lost.count, "file")) of '\(folder)' could not be copied; everything else was",
      hint: "put the files back from an older backup, and make a new one: relctl doctor --data \(folder)")
  }
}
