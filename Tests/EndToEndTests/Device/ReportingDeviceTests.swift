import ReleaseTesting
import Testing

/// A device that tells its registry what came of releases, both real.
@Suite struct ReportingDeviceTests {
  private let registry: RunningRegistry

  init() throws { registry = try RunningRegistry() }

  private var phone: String { registry.folder.path("phone") }

  /// Runs a command about the phone that has to succeed.
  private func wrapper(_ arguments: String...) throws -> JSON {
    let outcome = try registry.relctl(
      ["wrapper", arguments[0], "--root", phone] + arguments.dropFirst() + ["--output", "json"])
    try #require(outcome.status == 0, Comment(rawValue: outcome.description))
    return try JSON(outcome.output)
  }

  private func publish(_ version: String) throws {
    let outcome = try registry.publish(registry.site(version), version)
    try #require(outcome.status == 0, Comment(rawValue: outcome.description))
  }

  private func install(_ options: String...) throws {
    _ = try registry.relctl(
      [
        "wrapper", "install", "--root", phone, "--channel", "production", "--platform", "ios",
        "--wrapper-version", "4.5.0",
      ] + options)
  }

  /// What the registry heard of a release: installed, confirmed, rolled back, failed; and why.
  private func adoption(of version: String) throws -> (counts: [JSON?], codes: [String?])? {
    let outcome = try registry.relctl("release", "adoption", "production", "--output", "json")
    try #require(outcome.status == 0, Comment(rawValue: outcome.description))
    let releases = try JSON(outcome.output)["releases"]?.elements ?? []
    guard let release = releases.first(where: { $0["releaseVersion"]?.string == version }) else { return nil }
    let counts = ["installed", "confirmed", "rolledBack", "failed"].map { release["reports", $0] }
    let reasons = (release["wrappers"]?.elements ?? []).flatMap { $0["reasons"]?.elements ?? [] }
    return (counts, reasons.map { $0["code"]?.string })
  }

  private func waiting() throws -> [JSON] { try wrapper("outbox")["reports"]?.elements ?? [] }

  @Test func `the registry hears what came of each release, once`() throws {
    try publish("1.0.0")
    for _ in 0..<2 { try install() }
    for _ in 0..<2 {
      let token = try #require(
        try wrapper("launch", "--wrapper-version", "4.5.0")["launch", "token"]?.string)
      _ = try wrapper("confirm", "--token", token)
    }
    try publish("2.0.0")
    try install()
    _ = try wrapper("rollback")
    #expect(try waiting().isEmpty)
    let first = try #require(try adoption(of: "1.0.0"))
    #expect(first.counts == [.integer(1), .integer(1), .integer(0), .integer(0)])
    let second = try #require(try adoption(of: "2.0.0"))
    #expect(second.counts == [.integer(1), .integer(0), .integer(1), .integer(0)])
    #expect(second.codes == ["rolled_back_by_request"])
  }

  /// Installs a release that works, and one above it whose page never says so.
  private func installOneThatFails() throws {
    for version in ["1.0.0", "2.0.0"] {
      try publish(version)
      try install()
      if version == "1.0.0" { _ = try wrapper("confirm", "--token", try launch()) }
    }
  }

  private func launch(_ options: String...) throws -> String {
    let outcome = try registry.relctl(
      ["wrapper", "launch", "--root", phone, "--wrapper-version", "4.5.0", "--output", "json"] + options)
    try #require(outcome.status == 0, Comment(rawValue: outcome.description))
    return try #require(try JSON(outcome.output)["launch", "token"]?.string)
  }

  @Test func `a launch that takes a release back tells the registry`() throws {
    try installOneThatFails()
    for _ in 0..<4 { _ = try launch() }
    let failing = try #require(try adoption(of: "2.0.0"))
    #expect(failing.counts == [.integer(1), .integer(0), .integer(1), .integer(0)])
    #expect(failing.codes == ["launch_not_confirmed"])
  }

  @Test func `so does the word that a page hung`() throws {
    try installOneThatFails()
    let end = try wrapper("end", "--token", try launch(), "--foreground", "30")
    #expect(end["outcome"]?.string == "taken_back")
    #expect(try adoption(of: "2.0.0")?.counts[2] == .integer(1))
    #expect(try adoption(of: "2.0.0")?.codes == ["ready_timeout"])
  }

  @Test func `an installation that fails tells why`() throws {
    try publish("1.0.0")
    let artifact = "data/artifacts/\(try #require(try registry.folder.names(in: "data/artifacts").first))"
    var bytes = try registry.folder.read(artifact)
    bytes[bytes.count / 2] ^= 1
    try registry.folder.write(bytes, to: artifact)
    try install()
    #expect(try adoption(of: "1.0.0")?.counts == [.integer(0), .integer(0), .integer(0), .integer(1)])
    #expect(try adoption(of: "1.0.0")?.codes == ["hash_mismatch"])
  }

  @Test func `neither does when it is told not to`() throws {
    try installOneThatFails()
    for _ in 0..<3 { _ = try launch("--no-reports") }
    _ = try wrapper("end", "--token", try launch("--no-reports"), "--foreground", "30", "--no-reports")
    #expect(try wrapper("status")["current", "version"]?.string == "1.0.0")
    #expect(try waiting().isEmpty)
    #expect(try adoption(of: "2.0.0")?.counts[2] == .integer(0))
  }

  @Test(.enabled(if: InstalledProgram.path(of: "openssl") != nil, "makes certificates with openssl"))
  func `every command that reports reaches a registry of a private certificate authority`() throws {
    let folder = try TemporaryFolder()
    try makeCertificate("private", in: folder)
    let authority = folder.path("private.pem")
    let registry = try RunningRegistry(
      in: folder, options: ["--tls-cert", authority, "--tls-key", folder.path("private.key")])
    func run(_ arguments: [String]) throws -> JSON {
      let outcome = try registry.relctl(arguments + ["--ca-file", authority, "--output", "json"])
      try #require(outcome.status == 0, Comment(rawValue: outcome.description))
      return try JSON(outcome.output)
    }
    func device(_ verb: String, _ arguments: String...) throws -> JSON {
      try run(["wrapper", verb, "--root", folder.path("phone")] + arguments)
    }
    func counts(_ version: String) throws -> [JSON?] {
      let release = try run(["release", "adoption", "production", version])["releases"]?.elements.first
      return ["confirmed", "rolledBack"].map { release?["reports", $0] }
    }
    for (version, word) in [("1.0.0", "confirm"), ("2.0.0", "end"), ("3.0.0", "rollback")] {
      _ = try run([
        "release", "publish", registry.site(version), "--channel", "production", "--version", version,
        "--wrapper-range", "^4.0.0", "--api-contract-range", "^3.0.0",
      ])
      _ = try device("install", "--channel", "production", "--platform", "ios", "--wrapper-version", "4.5.0")
      let token = try #require(
        try device("launch", "--wrapper-version", "4.5.0")["launch", "token"]?.string)
      switch word {
      case "confirm": _ = try device(word, "--token", token)
      case "end": _ = try device(word, "--token", token, "--foreground", "30")
      default: _ = try device(word)
      }
      let wanted: [JSON?] = word == "confirm" ? [.integer(1), .integer(0)] : [.integer(0), .integer(1)]
      #expect(try counts(version) == wanted, "\(word)")
    }
    #expect(try device("outbox", "--send")["reports"] == .list([]))
  }

  @Test(
    .enabled(if: InstalledProgram.path(of: "openssl") != nil, "makes certificates with openssl"),
    arguments: [true, false])
  func `the default profile's certificate authorities are for its own server`(isOwn: Bool) throws {
    let folder = try TemporaryFolder()
    try makeCertificate("private", in: folder)
    let authority = folder.path("private.pem")
    let registry = try RunningRegistry(
      in: folder, options: ["--tls-cert", authority, "--tls-key", folder.path("private.key")])
    let server = isOwn ? registry.url + "/" : "https://other.example"
    let profile = #"{"server": "\#(server)", "certificateAuthorityFile": "\#(authority)"}"#
    try folder.write(
      Array(#"{"profiles": {"usual": \#(profile)}, "defaultProfile": "usual"}"#.utf8),
      to: "home/.config/relctl/config.json")
    let published = try registry.relctl(
      registry.publishing(registry.site("1.0.0"), "1.0.0") + ["--ca-file", authority])
    try #require(published.status == 0, Comment(rawValue: published.description))
    func device(_ verb: String, _ arguments: String...) throws -> JSON {
      let outcome = try Relctl.run(
        ["wrapper", verb, "--root", folder.path("phone"), "--output", "json"] + arguments,
        environment: ["HOME": folder.path("home")])
      try #require(outcome.status == 0, Comment(rawValue: outcome.description))
      return try JSON(outcome.output)
    }
    _ = try device(
      "install", "--server", registry.url, "--ca-file", authority, "--channel", "production", "--platform",
      "ios", "--wrapper-version", "4.5.0")
    let token = try #require(
      try device("launch", "--wrapper-version", "4.5.0")["launch", "token"]?.string)
    _ = try device("confirm", "--token", token)
    #expect(try device("outbox")["reports"]?.elements.count == (isOwn ? 0 : 1))
  }

  @Test func `what the registry could not hear waits, is shown, and is sent when it is back`() throws {
    try publish("1.0.0")
    try publish("2.0.0")
    try install()
    _ = try wrapper("outbox")
    try publish("3.0.0")
    try install()
    registry.kill()
    _ = try wrapper("rollback")
    let report = try #require(try waiting().first)
    #expect(report["report"]?.string == "rolledBack 3.0.0")
    #expect(report["state"]?.string == "pending")
    #expect(report["code"]?.string == "unreachable")
    try registry.start()
    #expect(try wrapper("outbox", "--send")["reports"] == .list([]))
    #expect(try adoption(of: "3.0.0")?.counts[2] == .integer(1))
  }

  @Test func `a person tries a report again or discards it, and a device may tell nothing at all`() throws {
    try publish("1.0.0")
    try install("--no-reports")
    #expect(try waiting().isEmpty)
    #expect(try adoption(of: "1.0.0") == nil)
    try publish("2.0.0")
    try install()
    registry.kill()
    _ = try wrapper("rollback")
    let id = try #require(try waiting().first?["clientMutationId"]?.string)
    #expect(try wrapper("outbox", "--retry", id)["reports"]?.elements.first?["code"] == .null)
    #expect(try wrapper("outbox", "--discard", id)["reports"] == .list([]))
    let outcome = try registry.relctl("wrapper", "outbox", "--root", phone, "--retry", id)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("outbox_entry_not_found"))
  }
}
