import Glibc
import ReleaseTesting
import Testing

/// What a person is told to do next when a file, a name or a passphrase is not what it should be.
@Suite struct AdviceTests {
  @Test func `a file of a relative path is looked for in a folder that is named, for an option or variable`()
    throws
  {
    let folder = try TemporaryFolder()
    let environment = ["RELCTL_SERVER": "http://127.0.0.1:9", "RELCTL_TOKEN_FILE": "run-data/admin.token"]
    let token = try Relctl.shell("\"$relctl\" release list", in: folder, environment: environment)
    #expect(
      token.error == """
        error: RELCTL_TOKEN_FILE: cannot read 'run-data/admin.token' in the folder '\(folder.path)': No such file or \
        directory (file_unreadable)

        """)
    #expect(token.status == 1)
    let fleet = try Relctl.shell(
      "\"$relctl\" wrapper simulate --fleet fleet.csv --channel production", in: folder,
      environment: environment)
    #expect(
      fleet.error.hasPrefix("error: --fleet: cannot read 'fleet.csv' in the folder '\(folder.path)': "),
      "\(fleet)")
    let root = try Relctl.shell(
      "\"$relctl\" release verify production 1.0.0 --trust-root root.json", in: folder,
      environment: environment)
    #expect(
      root.error.hasPrefix("error: --trust-root: cannot read 'root.json' in the folder '\(folder.path)': "),
      "\(root)")
  }

  @Test(arguments: [
    ("127.0.0.1:8080", "write http://127.0.0.1:8080"), ("localhost:8080", "write http://localhost:8080"),
    ("releases.example.com", "write https://releases.example.com"),
    ("ftp://releases.example.com", "write it as https://releases.example.com"),
  ])
  func `a server without its scheme is written out`(server: String, hint: String) throws {
    for words in [
      "release list", "wrapper install --root x --channel a --platform ios --wrapper-version 4.5.0",
    ] {
      let outcome = try Relctl.run(
        words.split(separator: " ").map(String.init), environment: ["RELCTL_SERVER": server])
      #expect(outcome.status == 2 && outcome.error.hasPrefix("error: RELCTL_SERVER: "), "\(outcome)")
      #expect(outcome.error.hasSuffix("hint: \(hint)\n"), "\(outcome)")
    }
  }

  @Test func `a bundle without any HTML document is not the folder that was meant`() throws {
    let registry = try RunningRegistry()
    try registry.folder.write("# read me".utf8, to: "docs/readme.md")
    let outcome = try registry.publish(registry.folder.path("docs"), "1.0.0")
    #expect(
      outcome.error.contains(
        "--entry-file: 'index.html' is not in the bundle, and no file of it is an HTML document; is this the folder"
      ),
      "\(outcome)")
    #expect(outcome.status == 5)
  }

  @Test func `a channel without releases is probably another one`() throws {
    let registry = try RunningRegistry()
    #expect(try registry.relctl("release", "list", "prod").error == "")
    #expect(try registry.publish(registry.site("one"), "1.0.0").status == 0)
    let warning = """
      warning: no release was ever made on 'prod'; did you mean 'production'? these channels have some: production \
      (channel_without_releases)

      """
    #expect(try registry.relctl("release", "list", "prod").error == warning)
    let export = try registry.relctl("release", "export", "prod", "--out", registry.folder.path("r.json"))
    #expect(export.error == warning)
    let wrapper = ["--wrapper-version", "4.5.0"]
    for words in [
      ["check", "web", "--channel", "prod"] + wrapper,
      ["check", "web", "--channel", "prod", "--explain"] + wrapper,
      ["policy", "check", "--channel", "prod", "--platform", "ios"] + wrapper,
      ["release", "adoption", "prod"],
    ] {
      let outcome = try registry.relctl(words)
      #expect(outcome.error == warning && outcome.status == 0, "\(outcome)")
      // One that says what it is about says no more.
      let right = try registry.relctl(words.map { $0 == "prod" ? "production" : $0 })
      #expect(right.error == "", "\(right)")
    }
    let all = registry.folder.path("all.json")
    #expect(try registry.relctl("release", "export", "--out", all).status == 0)
    let offline = try Relctl.run(["check", "web", "--channel", "prod", "--offline", all] + wrapper)
    #expect(offline.error == warning, "\(offline)")
    // A command that needs no token is content without one.
    let anonymous = try Relctl.run(
      ["check", "web", "--channel", "prod"] + wrapper, environment: ["RELCTL_SERVER": registry.url])
    #expect(anonymous.status == 0 && anonymous.error == "", "\(anonymous)")
    let lost = try registry.relctl(
      ["check", "web", "--channel", "prod"] + wrapper, token: registry.folder.path("gone"))
    #expect(lost.status == 0 && lost.error.contains("why there is nothing cannot be looked up"), "\(lost)")
  }

  @Test func `a policy that is saved and not active is named where none decides`() throws {
    let registry = try RunningRegistry()
    #expect(
      try registry.relctl(
        "policy", "set", "--channel", "production", "--platform", "ios", "--minimum", "4.0.0", "--latest",
        "4.6.0", "--app-store-id", "1234567890"
      ).status == 0)
    let check = try registry.relctl(
      "policy", "check", "--channel", "production", "--platform", "ios", "--wrapper-version", "3.9.0")
    #expect(check.status == 0)
    #expect(check.error.contains("'relctl policy activate pol_"), "\(check)")
    #expect(check.error.contains("(policy_not_active)"), "\(check)")
  }

  @Test func `a release that is not there is probably another one`() throws {
    let registry = try RunningRegistry()
    #expect(try registry.publish(registry.site("one"), "1.10.0").status == 0)
    for (channel, version, meant) in [
      ("production", "1.1.0", "1.10.0"), ("prod", "1.10.0", "production"), ("production", "9.9.9", nil),
    ] {
      let place = channel == "prod" ? "production" : channel
      let list = "'relctl release list \(place)' shows those that are there"
      let hint = "hint: \(meant.map { "did you mean '\($0)'? " } ?? "")\(list)\n"
      for words in [["show"], ["adoption"], ["pause", "--reason", "x"]] {
        let outcome = try registry.relctl(["release", words[0], channel, version] + words.dropFirst())
        #expect(outcome.status == 3 && outcome.error.contains(hint), "\(outcome)")
      }
    }
  }

  @Test(arguments: [
    (
      #"{"profiles": {"prod": {"server": "http://127.0.0.1:9", "token": "/t"}}}"#,
      "'token' is not a member of the profile 'prod'; did you mean 'tokenFile'?"
    ),
    (#"{"profile": {}}"#, "'profile' is not a member of this file; did you mean 'profiles'?"),
    (#"{"profiles": {"production": {}}}"#, "hint: did you mean 'production'?"),
    (#"{"profiles": {}}"#, "names none, or is not there"), (nil, "names none, or is not there"),
  ])
  func `a profile that cannot be used says how to write one`(config: String?, words: String) throws {
    let folder = try TemporaryFolder()
    if let config { try folder.write(config.utf8, to: ".config/relctl/config.json") }
    let outcome = try Relctl.run(
      ["release", "list", "--profile", "prodution"], environment: ["HOME": folder.path])
    #expect(outcome.status == 2 && outcome.error.contains(words), "\(outcome)")
  }

  @Test func `the outbox of a device that is not there is not empty`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Relctl.run(["wrapper", "outbox", "--root", folder.path("phone")])
    #expect(outcome.status == 2 && outcome.error.contains("there is no folder"), "\(outcome)")
  }

  @Test func `a device is run by one process`() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "phone/app.db")
    let descriptor = open(folder.path("phone"), O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    // As a process that runs it does.
    #expect(flock(descriptor, LOCK_EX) == 0)
    let outcome = try Relctl.run([
      "wrapper", "run", "--root", folder.path("phone"), "--server", "http://127.0.0.1:9", "--channel", "a",
      "--platform", "ios", "--wrapper-version", "4.5.0",
    ])
    #expect(outcome.status == 1 && outcome.error.contains("(device_in_use)"), "\(outcome)")
  }

  @Test func `a server address with a path too much is named`() throws {
    let registry = try RunningRegistry()
    let outcome = try Relctl.run(
      ["release", "list"],
      environment: ["RELCTL_SERVER": "\(registry.url)/admin", "RELCTL_TOKEN_FILE": registry.tokenFile])
    #expect(outcome.error.contains("has the path '/admin'"), "\(outcome)")
  }

  @Test func `a folder above a registry is not one to make a registry in`() throws {
    let folder = try TemporaryFolder()
    let data = folder.path("data")
    #expect(
      try Relctl.run(["init", "--data", data, "--token-out", folder.path("admin.token")]).status == 0)
    for words in [["doctor"], ["backup", "--to", folder.path("copy")], ["serve"]] {
      let outcome = try Relctl.run(words + ["--data", folder.path])
      #expect(outcome.error.contains("holds no registry; did you mean '\(data)'?"), "\(outcome)")
    }
    let deeper = try Relctl.run(["init", "--data", folder.path("ops/data")])
    #expect(deeper.error.contains("the folder above it is not there"), "\(deeper)")
  }

  @Test func `a passphrase that does not open a key is traced, and a way on is named`() throws {
    let ring = try KeyRing()
    #expect(try ring.key(["generate", "root-1"]).status == 0)
    let variable = ["RELCTL_KEY_PASSPHRASE": "another passphrase"]
    let environment = variable.merging(["RELCTL_KEYS": ring.folder.path("keys")]) { $1 }
    let team = try SigningTeam()
    try team.begin()
    let outcome = try Relctl.run(
      ["trust", "sign", team.path("ceremony.json"), "--key", "root-1"], environment: environment)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.error.contains(
        "or the file is damaged; it came from RELCTL_KEY_PASSPHRASE (wrong_passphrase)\n"),
      "\(outcome)")
    #expect(outcome.error.contains("relctl trust rotate FILE --replace root-1.1=root-1"), "\(outcome)")
  }

  @Test(arguments: [
    ("Production", "did you mean 'production'? If you mean a new channel: "),
    ("prod", "did you mean 'production'? If you mean a new channel: "), ("nightly", "add it: "),
  ])
  func `a channel that nobody may sign for is perhaps mistyped`(channel: String, hint: String) throws {
    let team = try SigningTeam()
    try team.begin()
    let outcome = try team.relctl(
      team.registry.publishing(try team.registry.site("one"), "1.0.0", channel: channel))
    #expect(
      outcome.error == """
        error: nobody is trusted to sign releases for the channel '\(channel)'; these channels have keys: production \
        (channel_not_delegated)
        hint: \(hint)relctl trust rotate channel.json --channel \(channel)=NAME

        """)
    #expect(outcome.status == 1)
  }

  @Test func `a key folder that is not there is named`() throws {
    let team = try SigningTeam()
    try team.begin()
    let changes = ["RELCTL_KEYS": team.path("no-keys") as String?]
    let publish = try team.relctl(
      team.registry.publishing(try team.registry.site("one"), "1.0.0"), changing: changes)
    #expect(
      publish.error.contains(
        "is in the key folder '\(team.path("no-keys"))', which is not there (signing_key_missing)"),
      "\(publish)")
    let sign = try team.relctl(
      ["trust", "sign", team.path("ceremony.json"), "--key", "root-1"], changing: changes)
    #expect(
      sign.error.contains(
        "there is no key 'root-1': the key folder '\(team.path("no-keys"))' is not there (key_not_found)"),
      "\(sign)")
  }

  @Test func `a key of before a rotation that did not happen yet is made by it`() throws {
    let team = try SigningTeam()
    try team.begin()
    let replace = ["trust", "rotate", team.path("r.json"), "--replace", "release-1.1=release-1"]
    let early = try team.relctl(replace)
    #expect(early.error.contains("hint: 'relctl key rotate release-1' makes a successor"), "\(early)")
    let rotated = try team.succeed("key", "rotate", "release-1")
    #expect(rotated.output.contains("relctl trust rotate FILE --replace release-1.1=release-1"), "\(rotated)")
    #expect(rotated.output.contains("If it is a key of root, "), "\(rotated)")
    #expect(try team.relctl(replace).status == 0)
  }

  @Test func `a key that is there under another name is one key still`() throws {
    let ring = try KeyRing()
    #expect(try ring.key(["generate", "root-1"]).status == 0)
    let again = try ring.key(["import", "other", ring.folder.path("keys/root-1.pub")])
    #expect(again.status == 0 && again.error.contains("this is the key 'root-1'"), "\(again)")
    #expect(again.error.contains("(key_known_already)"), "\(again)")
  }

  @Test func `the root of another registry is asked about`() throws {
    let (team, other) = (try SigningTeam(), try SigningTeam())
    for team in [team, other] { try team.begin() }
    #expect(try team.publish("one", "1.0.0").status == 0)
    for (arguments, code) in [
      (["release", "verify", "production", "1.0.0"], "threshold_not_met"),
      // These know which root this machine followed.
      (["trust", "rotate", team.path("r.json"), "--renew", "root"], "other_trust_root"),
      (["trust", "rotate", team.path("r.json"), "--renew", "root"], "other_trust_root"),
    ] {
      let refused = try team.relctl(arguments + ["--trust-root", other.rootFile])
      #expect(refused.status == 5 && refused.error.contains("(\(code))"), "\(refused)")
      #expect(
        refused.error.contains(
          "hint: is '\(other.rootFile)', from --trust-root, the root.json of this registry?"),
        "\(refused)")
    }
    #expect(try team.publish("two", "1.1.0").status == 0)
  }

  @Test func `keys with different passphrases sign one after the other`() throws {
    let team = try SigningTeam()
    try team.begin()
    let other = ["RELCTL_KEY_PASSPHRASE": "another passphrase" as String?]
    #expect(try team.relctl(["key", "rotate", "targets"], changing: other).status == 0)
    let rotate = ["trust", "rotate", team.path("r.json"), "--replace", "targets.1=targets"]
    let refused = try team.relctl(rotate)
    #expect(refused.status == 1 && refused.error.contains("(wrong_passphrase)"), "\(refused)")
    #expect(refused.error.contains("add --no-sign") || refused.error.contains("with --no-sign"), "\(refused)")
    // As the hint says.
    #expect(try team.relctl(rotate + ["--no-sign"]).status == 0)
    for (key, changes) in [("root-1", [:]), ("root-2", [:]), ("targets", other)] {
      #expect(
        try team.relctl(["trust", "sign", team.path("r.json"), "--key", key], changing: changes).status == 0)
    }
    try team.succeed("trust", "publish", team.path("r.json"))
  }

  @Test(arguments: [["generate", "root-1"], ["rotate", "root-0"]])
  func `a new key is not kept under a passphrase that is soon found`(command: [String]) throws {
    let ring = try KeyRing()
    #expect(try ring.key(["generate", "root-0"]).status == 0)
    let before = try ring.folder.names(in: "keys")
    let outcome = try ring.key(
      command, passphraseFile: nil, environment: ["RELCTL_KEY_PASSPHRASE": "short"])
    #expect(outcome.status == 2 && outcome.error.contains("(passphrase_too_short)"), "\(outcome)")
    #expect(outcome.error.contains("from RELCTL_KEY_PASSPHRASE has 5 bytes"), "\(outcome)")
    #expect(try ring.folder.names(in: "keys") == before)
  }

  @Test func `more signatures than are needed are not more than there have to be`() throws {
    let team = try SigningTeam()
    for name in ["root-1", "root-2", "root-3"] { try team.succeed("key", "generate", name) }
    let begun = try team.succeed(
      "trust", "init", team.path("c.json"), "--root-key", "root-1", "--root-key", "root-2", "--root-key",
      "root-3",
      "--root-threshold", "2", "--targets-key", "root-1", "--channel", "production=root-1")
    #expect(begun.output.contains("2 of 2  root-1, root-2, root-3"), "\(begun)")
  }
}
