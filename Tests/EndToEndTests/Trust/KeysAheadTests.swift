import Glibc
import ReleaseTesting
import Testing

/// A publish opens the key that this machine remembers as the channel's before it has verified whose key that is now.
@Suite struct KeysAheadTests {
  private let team: SigningTeam

  init() throws {
    team = try SigningTeam()
    try team.begin()
    // The first publish remembers the metadata.
    #expect(try team.publish("one", "1.0.0").status == 0)
  }

  @Test func `of a channel that has another key now sign nothing`() throws {
    try team.succeed("key", "generate", "spare")
    try elsewhere("trust", "rotate", team.path("rotation.json"), "--replace", "release-1=spare")
    try elsewhere("trust", "publish", team.path("rotation.json"))

    let published = try team.publish("two", "1.1.0")
    #expect(published.status == 0, "\(published)")
    try team.succeed("release", "verify", "production", "1.1.0")
  }

  @Test(arguments: [[], ["--key", "release-1"]])
  func `with a wrong passphrase are refused before anything is sent`(options: [String]) throws {
    let publish = team.registry.publishing(try team.registry.site("two"), "1.1.0") + options
    let refused = try team.relctl(publish, changing: ["RELCTL_KEY_PASSPHRASE": "wrong horse"])
    #expect(refused.status == 1)
    #expect(refused.error.contains("(wrong_passphrase)"), "\(refused)")
    #expect(refused.error.contains("RELCTL_KEY_PASSPHRASE"), "\(refused)")
    let shown = try team.relctl(["release", "show", "production", "1.1.0"])
    #expect(shown.error.contains("(release_not_found)"), "\(shown)")
  }

  @Test func `are opened in vain when the registry does not answer, and that is what is said`() throws {
    let publish = team.registry.publishing(try team.registry.site("two"), "1.1.0")
    let outcome = try team.relctl(
      publish + ["--key", "release-1"], changing: ["RELCTL_SERVER": "http://127.0.0.1:9"])
    #expect(outcome.status == 4, "\(outcome)")
    #expect(!outcome.error.contains("passphrase"), "\(outcome)")
  }

  /// The passphrase comes through a pipe, so that it shows when a key is opened.
  @Test(arguments: [[], ["--key", "release-1"]])
  func `are opened while the registry has not answered yet`(options: [String]) throws {
    let pipe = team.path("passphrase.pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let publish = team.registry.publishing(try team.registry.site("two"), "1.1.0") + options
    team.registry.send(signal: SIGSTOP)
    defer { team.registry.send(signal: SIGCONT) }
    let child = try team.start(
      publish + ["--passphrase-file", pipe], changing: ["RELCTL_KEY_PASSPHRASE": nil])
    var writer: Int32 = -1
    let isOpened = eventually {
      writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return writer >= 0
    }
    #expect(isOpened)
    guard isOpened else { return child.send(signal: SIGKILL) }
    let passphrase = Array("correct horse\n".utf8)
    #expect(write(writer, passphrase, passphrase.count) == passphrase.count)
    close(writer)
    team.registry.send(signal: SIGCONT)
    #expect(child.wait() == .exited(0))
  }

  @Test func `that cannot be found are no reason to say nothing of a bad bundle`() throws {
    let bundle = team.path("broken.zip")
    try team.registry.folder.write("no zip".utf8, to: "broken.zip")
    try team.registry.folder.write("no folder".utf8, to: "no-keys")
    let changes = ["RELCTL_KEYS": team.path("no-keys")]
    let broken = try team.relctl(team.registry.publishing(bundle, "1.1.0"), changing: changes)
    #expect(broken.error.contains("broken.zip"), "\(broken)")
    #expect(!broken.error.contains("no-keys"), "\(broken)")
    let whole = try team.relctl(
      team.registry.publishing(try team.registry.site("two"), "1.1.0"), changing: changes)
    #expect(whole.status != 0 && whole.error.contains("no-keys"), "\(whole)")
  }

  /// Runs relctl as on another machine, so that this one does not learn of it.
  private func elsewhere(_ arguments: String...) throws {
    let outcome = try team.relctl(
      arguments, changing: ["HOME": team.path("other-home"), "RELCTL_KEYS": team.path("keys")])
    #expect(outcome.status == 0, "\(arguments): \(outcome)")
  }
}
