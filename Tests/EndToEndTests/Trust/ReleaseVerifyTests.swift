import Glibc
import ReleaseTesting
import Testing

/// `relctl release verify`, with a registry and with nothing but files.
@Suite struct ReleaseVerifyTests {
  private let team: SigningTeam
  private let bundle: String

  init() throws {
    team = try SigningTeam()
    try team.begin()
    bundle = team.path("web.zip")
    try team.succeed("release", "pack", try team.registry.site("one"), "-o", bundle)
    try team.succeed(
      "release", "publish", bundle, "--channel", "production", "--version", "1.0.0", "--wrapper-range",
      ">=4.0.0 <6.0.0", "--api-contract-range", "^3.0.0")
  }

  /// Runs it without anything that only an administrator has.
  private func verify(_ arguments: String..., root: String? = nil) throws -> Relctl.Outcome {
    try Relctl.run(
      ["release", "verify", "production"] + arguments + [
        "--trust-root", root ?? team.rootFile, "--output", "json",
      ])
  }

  private func export() throws { try team.succeed("release", "export", "--folder", team.path("export")) }

  private func offline(_ version: String = "1.0.0", _ more: String...) throws -> Relctl.Outcome {
    try Relctl.run(
      [
        "release", "verify", "production", version, "--offline", team.path("export"), "--trust-root",
        team.rootFile, "--output", "json",
      ] + more)
  }

  private func code(_ outcome: Relctl.Outcome) throws -> String? {
    #expect(outcome.status == 5, "\(outcome)")
    return try JSON(outcome.error)["error", "code"]?.string
  }

  @Test func `says of a published release what was verified, without a token`() throws {
    let outcome = try verify("1.0.0", "--server", team.registry.url, "--wrapper-version", "4.5.0")
    #expect(outcome.status == 0, "\(outcome)")
    let report = try JSON(outcome.output)
    #expect(report["verified"] == .bool(true))
    #expect(report["offered"]?.string == "1.0.0")
    #expect(report["wrapperRange"]?.string == ">=4.0.0 <6.0.0")
    #expect(
      report["roles"]?.elements.map { $0["role"]?.string } == [
        "root", "timestamp", "snapshot", "targets", "production", "status",
      ])
    #expect(report["roles"]?.elements.first?["threshold"] == .integer(2))
  }

  @Test func `verifies an export when the registry is gone, and a file with the metadata alone`() throws {
    try team.succeed("trust", "rotate", team.path("renewal.json"), "--renew", "root")
    try team.succeed("trust", "publish", team.path("renewal.json"))
    try export()
    team.registry.kill()
    let outcome = try offline()
    #expect(outcome.status == 0, "\(outcome)")
    let report = try JSON(outcome.output)
    #expect(report["artifact"]?.string?.hasPrefix(team.path("export/artifacts/")) == true)
    #expect(report["roles"]?.elements.first?["version"] == .integer(2))
    let alone = try Relctl.run([
      "release", "verify", "production", "1.0.0", "--offline", team.path("export/tuf"), "--artifact", bundle,
      "--trust-root", team.rootFile,
    ])
    #expect(alone.status == 0, "\(alone)")
  }

  @Test func `names what does not hold first`() throws {
    try export()
    try #expect(code(offline("1.0.1")) == "release_not_signed")
    try #expect(code(offline("1.0.0", "--at", "2099-01-01T00:00:00Z")) == "expired_root")
    try #expect(code(offline("1.0.0", "--wrapper-version", "7.0.0")) == "not_for_this_wrapper")

    // Another bundle than the one that was signed.
    try team.succeed("release", "pack", try team.registry.site("other"), "-o", team.path("other.zip"))
    let swapped = try verify("1.0.0", "--server", team.registry.url, "--artifact", team.path("other.zip"))
    try #expect(code(swapped) == "sha256_not_as_signed")

    // A root of other people.
    let others = try SigningTeam()
    try others.begin()
    try #expect(
      code(verify("1.0.0", "--server", team.registry.url, root: others.rootFile)) == "threshold_not_met")

    // One byte of what was signed is another.
    let file = "export/tuf/2.production.json"
    let text = String(decoding: try team.registry.folder.read(file), as: UTF8.self)
    try team.registry.folder.write(text.replacing(">=4.0.0", with: ">=1.0.0").utf8, to: file)
    try #expect(code(offline()) == "metadata_hash_mismatch")
  }

  @Test func `holds everything in an export against what was signed`() throws {
    try export()
    let folder = team.registry.folder
    let releases = try folder.read("export/releases.json")
    let text = String(decoding: releases, as: UTF8.self)
    try folder.write(text.replacing(">=4.0.0", with: ">=1.0.0").utf8, to: "export/releases.json")
    try #expect(code(offline()) == "wrapper_range_not_as_signed")
    try folder.write(text.replacing(#""published""#, with: #""paused""#).utf8, to: "export/releases.json")
    try #expect(code(offline()) == "state_not_as_signed")
    try folder.write(text.replacing(#""1.0.0""#, with: #""1.0.1""#).utf8, to: "export/releases.json")
    try #expect(code(offline()) == "export_incomplete")
    try folder.write("{}".utf8, to: "export/releases.json")
    try #expect(code(offline()) == "invalid_snapshot")
    #expect(unlink(folder.path("export/releases.json")) == 0)
    try #expect(code(offline()) == "export_incomplete")
    try folder.write(releases, to: "export/releases.json")

    for part in ["trees", "artifacts"] {
      let name = "export/\(part)/" + (try #require(try folder.names(in: "export/\(part)").first))
      let content = try folder.read(name)
      try folder.write(content + [0x20], to: name)
      #expect(try offline().status == 5, "\(name)")
      #expect(unlink(folder.path(name)) == 0)
      try #expect(code(offline()) == "export_incomplete")
      try folder.write(content, to: name)
    }
    #expect(try offline().status == 0)
  }

  @Test func `an export that was not finished does not look like one that was`() throws {
    try export()
    #expect(try team.publish("two", "1.1.0").status == 0)
    let folder = team.registry.folder
    let kept = Set(try folder.names(in: "export/artifacts").map { String($0.prefix(64)) })
    for name in try folder.names(in: "data/artifacts") where !kept.contains(String(name.prefix(64))) {
      #expect(unlink(folder.path("data/artifacts/\(name)")) == 0)
    }
    let failed = try team.relctl(["release", "export", "--folder", team.path("export")])
    #expect(failed.status != 0, "\(failed)")
    #expect(!(try folder.names(in: "export")).contains("releases.json"))
    try #expect(code(offline()) == "metadata_not_found")
  }

  @Test func `refuses what is paused, as devices do`() throws {
    try team.succeed("release", "pause", "production", "1.0.0", "--reason", "it is broken")
    try #expect(code(verify("1.0.0", "--server", team.registry.url)) == "release_withdrawn")
    try export()
    try #expect(code(offline()) == "release_withdrawn")
  }

  @Test func `says that a copy is too old, and how to judge it all the same`() throws {
    try export()
    let command =
      "faketime -f +2d \"$relctl\" release verify production 1.0.0 --offline export --trust-root root.json"
    let late = try Relctl.shell(command, in: team.registry.folder)
    #expect(late.status == 5 && late.error.contains("(expired_timestamp)"), "\(late)")
    #expect(late.error.contains("--at TIME"), "\(late)")
    let moment = try #require(
      try JSON(try offline().output)["roles"]?.elements.first { $0["role"]?.string == "timestamp" }?[
        "expires"]?.string)
    let before = moment.replacing(/T.*/, with: "T00:00:00Z")
    let judged = try Relctl.shell("\(command) --at \(before)", in: team.registry.folder)
    #expect(judged.status == 0, "\(judged)")
  }

  @Test func `needs the folder, and the bundle beside it`() throws {
    try export()
    let late = try Relctl.run(
      [
        "release", "verify", "production", "1.0.0", "--offline", team.path("nowhere"),
        "--trust-root", team.rootFile,
      ])
    #expect(late.status == 1 && late.error.contains("(file_unreadable)"), "\(late)")
    let alone = try Relctl.run([
      "release", "verify", "production", "1.0.0", "--offline", team.path("export/tuf"), "--trust-root",
      team.rootFile,
    ])
    #expect(alone.status == 2 && alone.error.contains("--artifact ZIP"), "\(alone)")
  }
}
