import Glibc
import ReleaseTesting
import Testing

@Suite struct DataFolderTests {
  @Test func `is made once, with a token that only its owner may read`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["init", "--data", folder.path("data"), "--token-out", folder.path("token")]
    let dry = try Relctl.run(arguments + ["--dry-run"])
    #expect(dry.output == "dry run: '\(folder.path("data"))' would be made.\n")
    #expect(try folder.names() == [])
    let made = try Relctl.run(arguments)
    #expect(
      made.output == """
        The registry is in '\(folder.path("data"))'.
        Its super-admin token is in '\(folder.path("token"))', which only you can read.
        The passphrase of its signing key is in '\(folder.path("data"))/online-key.passphrase'; better keep one elsewhere.

        """)
    var status = stat()
    #expect(stat(folder.path("token"), &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)

    let again = try Relctl.run(arguments)
    #expect(again.error.contains("(file_exists)\n"), "\(again)")
    let overwriting = try Relctl.run(["init", "--data", folder.path("data")])
    #expect(overwriting.error.contains("(data_folder_exists)\n"), "\(overwriting)")
    #expect(overwriting.status == 1)
    let dryAgain = try Relctl.run(["init", "--data", folder.path("data"), "--dry-run"])
    #expect(dryAgain.error == overwriting.error)
    #expect(dryAgain.status == 1)
    // Left by a kill before its first token was there: it is made, and dry as well.
    try folder.write([], to: "begun/registry.sqlite")
    for options in [["--dry-run"], []] {
      #expect(try Relctl.run(["init", "--data", folder.path("begun")] + options).status == 0)
    }
  }

  @Test func `is not made when the token could not be kept`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Relctl.run([
      "init", "--data", folder.path("data"), "--token-out", folder.path("no/where"),
    ])
    #expect(outcome.error.contains("(file_unwritable)\n"), "\(outcome)")
    #expect(outcome.status == 1)
    #expect(try folder.names() == [])
  }

  @Test func `is found damaged by the doctor`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    _ = registry.stop()
    let artifact = try #require(try registry.folder.names(in: "data/artifacts").first)
    try registry.folder.write("changed".utf8, to: "data/artifacts/\(artifact)")
    let changed = try Relctl.run(["doctor", "--data", registry.dataFolder])
    #expect(changed.output.contains("damaged_artifact"), "\(changed)")
    #expect(changed.status == 5)
    unlink("\(registry.dataFolder)/artifacts/\(artifact)")
    try registry.folder.write("stray".utf8, to: "data/artifacts/stray")
    let missing = try Relctl.run(["doctor", "--data", registry.dataFolder, "--output", "json"])
    let codes = try JSON(missing.output)["findings"]?.elements.compactMap { $0["code"]?.string } ?? []
    #expect(Set(codes) == ["missing_artifact", "orphan_file"])
    #expect(missing.status == 5)
    let backup = try Relctl.run(
      ["backup", "--data", registry.dataFolder, "--to", registry.folder.path("copy")])
    #expect(backup.status == 5 && backup.error.contains("(backup_incomplete)"), "\(backup)")
    #expect(backup.output.contains("\n  artifacts/\(artifact)\n"), "\(backup)")
  }

  @Test func `is backed up while it is served, and the copy is served as it is`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    let copy = registry.folder.path("copy")
    let arguments = ["backup", "--data", registry.dataFolder, "--to", copy]
    let dry = try Relctl.run(arguments + ["--dry-run"])
    #expect(dry.output == "dry run: '\(registry.dataFolder)' would be copied to '\(copy)'.\n", "\(dry)")
    #expect(try !registry.folder.names().contains("copy"))
    let backup = try Relctl.run(arguments)
    #expect(backup.status == 0, "\(backup)")
    try registry.publish(registry.site("two"), "1.1.0")
    _ = registry.stop()

    #expect(try Relctl.run(["doctor", "--data", copy]).status == 0)
    let child = try ChildProcess(
      Relctl.path, ["serve", "--data", copy, "--listen", "127.0.0.1:0"], environment: [:], pipesError: true)
    _ = child.readErrorLine()
    let url = try #require(child.readErrorLine()).dropFirst("listening on ".count)
    let check = try Relctl.run([
      "check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--expect", "1.0.0",
      "--server",
      String(url),
    ])
    child.send(signal: SIGTERM)
    #expect(child.wait() == .exited(0))
    #expect(check.status == 0, "\(check)")
    let again = try Relctl.run(["backup", "--data", registry.dataFolder, "--to", copy])
    #expect(again.error.contains("(backup_target_exists)\n"), "\(again)")
    let dryAgain = try Relctl.run(arguments + ["--dry-run"])
    #expect(dryAgain.error == again.error)
    #expect(dryAgain.status == again.status)
  }

  @Test func `of an unknown schema is refused and not touched`() throws {
    let registry = try RunningRegistry()
    _ = registry.stop()
    // Bytes 60 to 63 of a SQLite file are its user version.
    var database = try registry.folder.read("data/registry.sqlite")
    database.replaceSubrange(60..<64, with: [0, 0, 0x27, 0x0f])
    try registry.folder.write(database, to: "data/registry.sqlite")
    for command in [
      ["serve", "--listen", "127.0.0.1:0"], ["doctor"], ["backup", "--to", registry.folder.path("copy")],
    ] {
      let outcome = try Relctl.run(command + ["--data", registry.dataFolder])
      #expect(outcome.error.contains("(unknown_schema_version)\n"), "\(outcome)")
      #expect(outcome.error.contains("9999"), "\(outcome)")
      #expect(outcome.status == 1)
    }
    #expect(try registry.folder.read("data/registry.sqlite") == database)
  }
}
