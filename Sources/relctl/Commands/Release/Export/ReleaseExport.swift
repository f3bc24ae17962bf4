import ReleaseModel

/// `relctl release export [CHANNEL] --out FILE` or `--folder DIR`
enum ReleaseExport {
  private static let channel = Argument.optionalPositional(
    "CHANNEL", "only this channel", parse: Channel.init(parsing:))
  private static let out = Argument.option(
    "--out", short: "o", "FILE", "the snapshot to write: the releases alone", suggesting: .file,
    parse: Parse.path)
  private static let folder = Argument.option(
    "--folder", "DIR", "the folder to write: bundles, policies and signed metadata, too", suggesting: .folder,
    parse: Parse.path)

  static let command = Command(
    "export", "Write the releases to a file or folder, for commands with --offline",
    discussion: """
      A file holds what decides who gets which release, rollouts included; 'relctl check web --offline' reads it. A
      folder holds all that devices can be told, bundles included; 'relctl wrapper simulate --offline' reads it.
      Neither holds tokens or keys. The answers are those of the server at that moment, byte for byte. Signed metadata
      expires as it does on the server.
      """,
    arguments: [channel, out, folder] + ServerArguments.all,
    examples: [
      .init("Take a snapshot", "relctl release export --out releases.json"),
      .init(
        "Ask it later, without a server",
        "relctl check web --offline releases.json --channel production --wrapper-version 4.4.0 --explain"),
      .init(
        "Take everything, to simulate devices without a server",
        "relctl release export production --folder export"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let client = try RegistryClient(invocation, needsToken: true)
    let file = try invocation[out]
    let folder = try invocation[folder]
    guard (file == nil) != (folder == nil) else {
      throw CommandError(
        .usage, "invalid_arguments", "give either --out FILE or --folder DIR",
        hint: "a file holds the releases alone, a folder their bundles, too")
    }
    if let file { _ = try OutputPath.resolving(file) }
    let only = try invocation[channel]
    let snapshot = try snapshot(of: only, client)
    if snapshot.releases.isEmpty, let only {
      try ReleaseCollection(client: client).warnAboutEmpty(only, invocation.console)
    }
    let count = Sentence.count(snapshot.releases.count, "release")
    var members: [String: JSONValue] = ["releaseCount": .integer(Int64(snapshot.releases.count))]
    if let folder {
      let writer = ExportWriter(
        folder: ExportFolder(path: folder), client: client, console: invocation.console)
      let bundles = try writer.write(snapshot)
      members["folder"] = .string(folder)
      members["bundleCount"] = .integer(Int64(bundles))
      try invocation.console.show(
        Report(
          json: .object(members),
          text: .lines(["\(count) and \(Sentence.count(bundles, "bundle")) written to '\(folder)'."])))
    } else if let file {
      try FileWriter.replace(file, with: Array((try JSONValue(encoding: snapshot).indented + "\n").utf8))
      members["file"] = .string(file)
      try invocation.console.show(
        Report(json: .object(members), text: .lines(["\(count) written to '\(file)'."])))
    }
    return .ok
  }

  /// The releases of a channel, or of all, with what the answers need besides.
  static func snapshot(of channel: Channel?, _ client: RegistryClient) throws -> OfflineSnapshot {
    let releases = try ReleaseCollection(client: client).all(of: channel).map {
      try $0.decoded(as: WebRelease.self)
    }
    let server = try client.admin(.init(path: ["server"])).data
    guard let contract = server["apiContractVersion"]?.text, let url = server["publicUrl"]?.text else {
      throw CommandError(
        unexpectedAnswer: "the server does not say for which API contract it was compiled")
    }
    return OfflineSnapshot(
      apiContractVersion: try SemanticVersion(parsing: contract), publicUrl: url, releases: releases)
  }
}
