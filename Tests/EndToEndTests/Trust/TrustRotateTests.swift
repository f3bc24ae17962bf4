import ReleaseTesting
import Testing

/// What `relctl trust rotate` changes, and that devices follow all the while.
@Suite struct TrustRotateTests {
  private let team: SigningTeam

  init() throws {
    team = try SigningTeam()
    try team.begin()
    #expect(try team.publish("one", "1.0.0").status == 0)
  }

  private func status() throws -> JSON {
    try JSON(try team.succeed("trust", "status", "--output", "json").output)
  }

  private func install(_ phone: String = "phone") throws -> String? {
    let outcome = try team.relctl([
      "wrapper", "install", "--root", team.path(phone), "--channel", "production", "--platform", "ios",
      "--wrapper-version", "4.5.0", "--output", "json",
    ])
    return try JSON(outcome.output)["outcome"]?.string
  }

  private func keyids(of role: String, _ status: JSON) -> [JSON] {
    status["roles"]?.elements.first { $0["role"]?.string == role }?["keyids"]?.elements ?? []
  }

  @Test func `the registry's own key is replaced while it serves, and devices refresh at every step`() throws
  {
    #expect(try install() == "installed")
    let before = try status()
    #expect(before["nextOnlineKey"] == nil)

    try team.succeed("trust", "rotate", team.path("online.json"), "--online-key", "--no-sign")
    #expect(try install() == "current")
    let waiting = try status()
    #expect(waiting["onlineKeyid"] == before["onlineKeyid"])
    #expect(waiting["nextOnlineKey"] != nil)
    #expect(waiting["warnings"]?.elements.first?.string?.contains("--online-key") == true)
    // The old key goes on signing, also after a start.
    team.registry.kill()
    try team.registry.start()
    #expect(try team.publish("two", "1.1.0").status == 0)
    #expect(try install() == "installed")

    // Asked again, it is the same key that waits: whichever file is published, the registry has its key.
    try team.succeed("trust", "rotate", team.path("again.json"), "--online-key")
    let reviewed = try team.succeed("trust", "review", team.path("again.json"))
    #expect(reviewed.output.contains("the registry itself: new keys:"), "\(reviewed)")
    try team.succeed("trust", "publish", team.path("again.json"))

    let after = try status()
    #expect(after["onlineKeyid"] != before["onlineKeyid"])
    #expect(after["onlineKeyListed"] == .bool(true))
    #expect(after["nextOnlineKey"] == nil)
    for role in ["timestamp", "snapshot", "status"] {
      #expect(keyids(of: role, after) == [try #require(after["onlineKeyid"])])
    }
    #expect(
      try team.registry.folder.names(in: "data").filter { $0.hasPrefix("online-key") } == [
        "online-key.passphrase", "online-key.pem",
      ])
    #expect(try install() == "current")
    #expect(try install("new phone") == "installed")
    team.registry.kill()
    try team.registry.start()
    try team.succeed("release", "pause", "production", "1.1.0", "--reason", "it is broken")
    #expect(try install() == "moved_from_withdrawn")
  }

  @Test func `a kill between the new root and the key's file is made up for at the start`() throws {
    try team.succeed("trust", "rotate", team.path("online.json"), "--online-key")
    let old = try team.registry.folder.read("data/online-key.pem")
    let new = try team.registry.folder.read("data/online-key.next.pem")
    try team.succeed("trust", "publish", team.path("online.json"))
    team.registry.kill()
    try team.registry.folder.write(old, to: "data/online-key.pem")
    try team.registry.folder.write(new, to: "data/online-key.next.pem")
    try team.registry.start()
    #expect(try team.registry.folder.read("data/online-key.pem") == new)
    #expect(try team.publish("two", "1.1.0").status == 0)
    #expect(try install() == "installed")
  }

  @Test func `a key that was lost is replaced with the registry stopped, and root names the new one`() throws
  {
    _ = team.registry.stop()
    try team.succeed("init", "--data", team.registry.dataFolder, "--replace-online-key")
    try team.registry.start()
    // What was signed before goes on; nothing new can be published.
    #expect(try install() == "installed")
    let refused = try team.publish("two", "1.1.0")
    #expect(refused.status == 3 && refused.error.contains("(online_key_not_in_root)"), "\(refused)")
    try team.succeed("trust", "rotate", team.path("online.json"), "--online-key")
    try team.succeed("trust", "publish", team.path("online.json"))
    #expect(try install() == "current")
    #expect(try team.publish("two", "1.1.0").status == 0)
    #expect(try install() == "installed")
  }

  @Test(arguments: [
    (["--channel-threshold", "2"], ["targets", "production"]),
    (["--root-threshold", "1"], ["root"]),
    (["--root-lifetime", "90d"], ["root"]),
    (["--targets-lifetime", "90d"], ["targets"]),
    (["--channel-lifetime", "90d"], ["production"]),
    (["--renew", "targets"], ["targets"]),
    (["--replace", "targets=spare"], ["root", "targets"]),
    (["--channel", "production=spare"], ["targets", "production"]),
    (["--channel", "beta=spare"], ["targets", "beta"]),
    (["--remove-channel", "production"], ["targets"]),
    // A lifetime counts beside whatever else is changed or renewed.
    (["--channel", "beta=spare", "--root-lifetime", "90d"], ["root", "targets", "beta"]),
    (["--channel", "beta=spare", "--channel-lifetime", "90d"], ["targets", "beta"]),
    (["--renew", "targets", "--root-lifetime", "90d"], ["root", "targets"]),
    (["--renew", "root", "--channel-lifetime", "90d"], ["root", "production"]),
  ])
  func `each option does something on its own`(options: [String], roles: [String]) throws {
    for name in ["spare", "second"] { try team.succeed("key", "generate", name) }
    // Two keys each, so that two can sign.
    try team.succeed(
      "trust", "rotate", team.path("more.json"), "--channel", "production=release-1,second")
    try team.succeed("trust", "publish", team.path("more.json"))
    let made = try team.relctl(["trust", "rotate", team.path("r.json")] + options + ["--output", "json"])
    #expect(made.status == 0, "\(made)")
    #expect(
      Set(try JSON(made.output)["files"]?.elements.compactMap { $0["role"]?.string } ?? []) == Set(roles))
    try team.succeed("trust", "publish", team.path("r.json"))
    guard options.first == "--channel-threshold" else { return }
    #expect(try team.publish("two", "1.1.0", "--key", "release-1").error.contains("(threshold_not_met)"))
    #expect(try team.publish("two", "1.1.0").status == 0)
    #expect(try install() == "installed")
  }

  @Test func `two of the targets keys have to sign, where there are two`() throws {
    let few = try team.relctl(["trust", "rotate", team.path("few.json"), "--targets-threshold", "2"])
    #expect(few.status == 2 && few.error.contains("(threshold_out_of_reach)"), "\(few)")
    let team = try SigningTeam()
    for name in ["root", "targets-1", "targets-2"] { try team.succeed("key", "generate", name) }
    try team.succeed(
      "trust", "init", team.path("ceremony.json"), "--root-key", "root", "--targets-key", "targets-1",
      "--targets-key", "targets-2", "--channel", "production=root")
    try team.succeed("trust", "publish", team.path("ceremony.json"), "--root-out", team.rootFile)
    let made = try team.succeed(
      "trust", "rotate", team.path("r.json"), "--targets-threshold", "2", "--output", "json")
    let files = try JSON(made.output)["files"]?.elements ?? []
    #expect(Set(files.compactMap { $0["role"]?.string }) == ["root", "targets"])
    try team.succeed("trust", "publish", team.path("r.json"))
    #expect(try team.succeed("trust", "status").output.contains("2 of 2"))
  }

  @Test func `a channel is removed, and its name is not given again`() throws {
    #expect(try install() == "installed")
    #expect(try team.publish("other", "1.0.1").status == 0)
    let warning =
      "warning: the channel 'production' ends with its 2 signed releases once this is published: devices are offered nothing "
      + "there from then on, and no channel can ever have the name 'production' again"
    let begun = try team.succeed(
      "trust", "rotate", team.path("removal.json"), "--remove-channel", "production", "--no-sign")
    #expect(begun.error.contains(warning) && begun.error.contains("(channel_removed)"), "\(begun)")
    let signed = try team.succeed("trust", "sign", team.path("removal.json"), "--key", "targets")
    #expect(signed.error.contains(warning), "\(signed)")
    let tried = try team.succeed("trust", "publish", team.path("removal.json"), "--dry-run")
    #expect(tried.error.contains(warning), "\(tried)")
    let reviewed = try team.succeed("trust", "review", team.path("removal.json"))
    #expect(reviewed.output.contains("channel production: nobody may sign releases for it any more; "))
    #expect(reviewed.output.contains("its name is never given again"))
    try team.succeed("trust", "publish", team.path("removal.json"))
    let refused = try team.publish("two", "1.1.0")
    #expect(refused.status == 1 && refused.error.contains("(channel_not_delegated)"), "\(refused)")
    #expect(try install() == "not_trusted")
    let again = try team.relctl([
      "trust", "rotate", team.path("again.json"), "--channel", "production=release-1",
    ])
    #expect(again.status == 2 && again.error.contains("(channel_was_removed)"), "\(again)")
    let twice = try team.relctl([
      "trust", "rotate", team.path("twice.json"), "--remove-channel", "production",
    ])
    #expect(twice.status == 2 && twice.error.contains("(unknown_role)"), "\(twice)")
  }

  @Test func `a rotation that removes no channel warns of none`() throws {
    let begun = try team.succeed("trust", "rotate", team.path("renewal.json"), "--renew", "production")
    #expect(!begun.error.contains("warning"), "\(begun)")
  }

  @Test func `a clock that is far behind is told from what the registry itself signed`() throws {
    let environment = team.registry.environment.merging(["HOME": team.path("home")]) { $1 }
    for (offset, isTold) in [("-30d", true), ("-1h", false), ("+1h", false)] {
      let status = try Relctl.shell(
        "faketime -f \(offset) \"$relctl\" trust status", in: team.registry.folder, environment: environment)
      #expect(status.status == 0, "\(status)")
      #expect(
        status.output.contains("warning: 'timestamp' expires at ") == isTold, "\(offset): \(status)")
      #expect(status.output.contains("later than the 24 h for which the registry signs it") == isTold)
    }
  }

  /// Half a day more than whole ones, so that it does not matter how long the test takes.
  @Test func `lifetimes are those that are asked for`() throws {
    try team.succeed(
      "trust", "rotate", team.path("renewal.json"), "--renew", "root", "--renew", "targets", "--renew",
      "production", "--root-lifetime", "492h", "--targets-lifetime", "252h", "--channel-lifetime", "612h")
    let published = try team.succeed("trust", "publish", team.path("renewal.json"))
    for days in ["20 days", "10 days", "25 days"] { #expect(published.output.contains(days), "\(published)") }
    #expect(try team.publish("two", "1.1.0", "--channel-lifetime", "372h").status == 0)
    let status = try team.succeed("trust", "status")
    #expect(status.output.contains("15 days"), "\(status)")
    #expect(status.output.contains("'root' expires at "), "\(status)")
  }

  @Test func `what has expired is mended when its newest state is accepted`() throws {
    let late = "faketime -f +400d \"$relctl\" trust rotate"
    let environment = [
      "HOME": team.path("home"), "RELCTL_KEYS": team.path("keys"), "RELCTL_KEY_PASSPHRASE": "correct horse",
      "RELCTL_TRUST_ROOT": team.rootFile, "RELCTL_SERVER": team.registry.url,
    ]
    let refused = try Relctl.shell(
      "\(late) late.json --renew root", in: team.registry.folder, environment: environment)
    #expect(refused.status == 5 && refused.error.contains("(expired_root)"), "\(refused)")
    #expect(refused.error.contains("--accept-expired"), "\(refused)")
    let status = try Relctl.shell(
      "faketime -f +400d \"$relctl\" trust status", in: team.registry.folder,
      environment: environment.merging(team.registry.environment) { $1 })
    #expect(
      status.output.contains(
        ": relctl trust rotate renewal.json --renew root --renew targets --renew production --accept-expired\n"
      ),
      "\(status)")
    let begun = try Relctl.shell(
      "\(late) late.json --renew root --accept-expired", in: team.registry.folder, environment: environment)
    #expect(begun.status == 0, "\(begun)")
  }
}
