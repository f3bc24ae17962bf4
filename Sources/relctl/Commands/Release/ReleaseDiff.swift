import HTTPClient
import ReleaseBundle
import ReleaseModel

/// `relctl release diff CHANNEL OLD NEW`
enum ReleaseDiff {
  private static let old = Argument.positional(
    "OLD", "the version to compare with", parse: SemanticVersion.init(parsing:))
  private static let new = Argument.positional(
    "NEW", "the version to compare", parse: SemanticVersion.init(parsing:))

  static let command = Command(
    "diff", "Compare two releases file by file",
    arguments: [ReleaseArguments.channel, old, new] + ServerArguments.all,
    examples: [.init("What changed?", "relctl release diff production 2.13.0 2.14.0")]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let client = try RegistryClient(invocation, needsToken: true)
    let channel = try invocation[ReleaseArguments.channel]
    let before = try manifest(of: invocation[old], on: channel, client)
    let after = try manifest(of: invocation[new], on: channel, client)
    try invocation.console.show(report(on: TreeDifference(from: before, to: after)))
    return .ok
  }

  /// The list of a release's files, checked against the tree digest that the release names.
  private static func manifest(
    of version: SemanticVersion, on channel: Channel, _ client: RegistryClient
  ) throws -> FileManifest {
    let release = try ReleaseResource(client: client, channel: channel, version: version).read()
    guard let digest = release["tree"]?["sha256"]?.text else {
      throw CommandError(
        .unreachable, "invalid_response", "the server named no tree of files for \(version) on \(channel)")
    }
    let response = try client.publicResponse(["mobile-web", "trees", "\(digest).json"])
    guard response.isSuccess else { throw CommandError(refusedBy: response) }
    guard Digest.sha256(of: response.body).description == digest else {
      throw CommandError(
        .integrity, "tree_mismatch", "the list of files of \(version) is not the one that its digest names",
        hint: "run 'relctl doctor' on the server")
    }
    return try FileManifest(parsingCanonicalJSON: response.body)
  }

  private static func report(on difference: TreeDifference) -> Report {
    func json(_ entry: FileManifest.Entry) -> JSONValue {
      [
        "path": .string(entry.path), "sha256": .string(entry.sha256.description),
        "sizeBytes": .unsigned(entry.sizeBytes),
      ]
    }
    let rows =
      difference.added.map { ["added", $0.path, "", ByteCount.short($0.sizeBytes)] }
      + difference.removed.map { ["removed", $0.path, ByteCount.short($0.sizeBytes), ""] }
      + difference.changed.map {
        ["changed", $0.new.path, ByteCount.short($0.old.sizeBytes), ByteCount.short($0.new.sizeBytes)]
      }
    let count = difference.unchangedCount
    return Report(
      json: [
        "added": .array(difference.added.map(json)), "removed": .array(difference.removed.map(json)),
        "changed": .array(difference.changed.map { ["old": json($0.old), "new": json($0.new)] }),
        "unchangedCount": .integer(Int64(count)),
      ],
      text: .parts([
        .table(
          Table(
            columns: ["CHANGE", "FILE", "OLD SIZE", "NEW SIZE"], rows: rows,
            whenEmpty: "Both releases have the same files.")),
        .lines(["\(count) \(count == 1 ? "file is" : "files are") the same in both."]),
      ]))
  }
}
