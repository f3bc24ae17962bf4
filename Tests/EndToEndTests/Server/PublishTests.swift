import ReleaseTesting
import Testing

@Suite struct PublishTests {
  @Test func `may be repeated, and refuses other bytes or ranges under the same version`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one")
    #expect(try registry.publish(site, "1.0.0").output.hasPrefix("1.0.0 on production is published.\n"))
    let again = try registry.publish(site, "1.0.0")
    #expect(again.output.hasPrefix("1.0.0 on production was published already.\n"))
    #expect(again.status == 0)

    let other = try registry.publish(registry.site("other"), "1.0.0")
    #expect(other.error.contains("(version_conflict)"), "\(other)")
    #expect(other.status == 3)
    let wider = try registry.publish(site, "1.0.0", wrappers: ">=3.0.0 <6.0.0")
    #expect(wider.error.contains("the server has '>=4.0.0 <6.0.0', not '>=3.0.0 <6.0.0'"), "\(wider)")
    #expect(wider.status == 3)
    let elsewhere = try registry.publish(registry.site("other"), "1.0.0", channel: "beta")
    #expect(elsewhere.error.contains("(version_conflict)"), "\(elsewhere)")
    #expect(elsewhere.status == 3)
  }

  @Test func `leaves nothing in the server's log that looks like a failure`() throws {
    let registry = try RunningRegistry()
    let publishing = registry.publishing(try registry.site("one"), "1.0.0")
    let promotion = ["release", "promote", "production", "1.0.0", "--to", "beta"]
    for words in [publishing + ["--dry-run"], publishing, publishing, promotion, promotion] {
      let outcome = try registry.relctl(words)
      #expect(outcome.status == 0, "\(outcome)")
    }
    let (_, log) = registry.stop()
    #expect(log.filter { $0.contains(#""status":4"#) } == [])
  }

  @Test func `refuses to leave undone what is asked of a release that is published`() throws {
    let registry = try RunningRegistry()
    let publishing = registry.publishing(try registry.site("one"), "1.0.0")
    #expect(try registry.relctl(publishing).status == 0)
    for dryRun in [[], ["--dry-run"]] {
      let share = try registry.relctl(publishing + ["--rollout", "5"] + dryRun)
      #expect(share.status == 3 && share.error.contains("(already_published)"), "\(share)")
      #expect(
        share.error.contains("hint: relctl release rollout production 1.0.0 --basis-points 5\n"), "\(share)")
      #expect(try registry.relctl(publishing + ["--rollout", "10000"] + dryRun).status == 0)
    }
  }

  @Test func `leaves a draft that was there when it is refused`() throws {
    let registry = try RunningRegistry()
    let publishing = registry.publishing(try registry.site("one"), "1.0.0", wrappers: "*")
    try registry.relctl(publishing + ["--draft"])
    #expect(try registry.relctl(publishing + ["--strict"]).error.contains("(warnings_refused)"))
    let shown = try registry.relctl("release", "show", "production", "1.0.0", "--output", "json")
    #expect(try JSON(shown.output)["state"]?.string == "draft")
  }

  @Test func `may run several times at once`() throws {
    let registry = try RunningRegistry()
    let publishing = registry.publishing(try registry.site("one"), "1.0.0")
    let children = try (0..<6).map { _ in
      try ChildProcess(Relctl.path, publishing, environment: registry.environment, pipesError: true)
    }
    for child in children {
      let error = child.readErrorLine()
      #expect(child.wait() == .exited(0), "\(error ?? "")")
    }
    let audit = try registry.relctl("audit", "list", "--output", "json")
    let publishes = try JSON(audit.output).elements.filter {
      $0["entry", "action"]?.string == "release.publish"
    }
    #expect(publishes.count == 1, "\(audit)")
  }

  @Test func `leaves it to the server how big a bundle may be`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("zeros")
    try registry.folder.write([UInt8](repeating: 0, count: 4 << 20), to: "site-zeros/assets/zeros.bin")
    let refused = try registry.publish(site, "1.0.0")
    #expect(refused.error.contains("(bundle_rejected)"), "\(refused)")
    #expect(refused.status == 3, "the server's word: \(refused)")
    _ = registry.stop()
    let config = try registry.folder.write(
      #"{"bundleLimits": {"maximumRatio": 2000}}"#.utf8, to: "serve.json")
    try registry.start(["--config", config])
    #expect(try registry.publish(site, "1.0.0").status == 0)
  }

  /// The registry would take this bundle, so only the publisher keeps it from arriving.
  @Test(arguments: [["--entry-file", "missing.html"], ["--strict"]])
  func `does not finish the upload of a bundle that turns out to be refused`(options: [String]) throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one", fillerBytes: 6_000_000)
    let bundle = registry.folder.path("bundle.zip")
    try #require(try Relctl.run(["release", "pack", site, "-o", bundle]).status == 0)
    let outcome = try registry.relctl(registry.publishing(bundle, "1.0.0") + options)
    #expect(outcome.status == 5, "\(outcome)")
    #expect(try registry.folder.names(in: "data/artifacts").isEmpty)
    #expect(try eventually { try registry.folder.names(in: "data/incoming").isEmpty })
    #expect(
      try registry.relctl("release", "list", "production").output
        == "There are no releases on 'production'.\n")
    #expect(try registry.publish(bundle, "1.0.0").status == 0)
  }

  @Test func `names what is wrong with a bundle although the registry cannot be reached`() throws {
    let registry = try RunningRegistry()
    registry.kill()
    let text = try registry.folder.write("<html>Service unavailable</html>".utf8, to: "error.zip")
    let outcome = try registry.publish(text, "1.0.0")
    #expect(outcome.error.contains("(bundle_rejected)"), "\(outcome)")
    #expect(outcome.status == 5)
  }

  @Test func `changes nothing in a dry run`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one")
    let predicted = try registry.relctl(registry.publishing(site, "1.0.0") + ["--dry-run"])
    #expect(predicted.output.hasPrefix("dry run: "), "\(predicted)")
    #expect(predicted.output.hasSuffix("and 1.0.0 on production would be published.\n"), "\(predicted)")
    #expect(
      try registry.relctl("release", "list", "production").output
        == "There are no releases on 'production'.\n")

    try registry.publish(site, "1.0.0")
    let reason = ["--reason", "test", "--dry-run"]
    let pause = try registry.relctl(["release", "pause", "production", "1.0.0"] + reason)
    #expect(
      pause.output.hasPrefix("dry run: 1.0.0 on production is published and would be paused.\n"), "\(pause)")
    let resume = try registry.relctl("release", "resume", "production", "1.0.0", "--dry-run")
    #expect(
      resume.output.hasPrefix("dry run: 1.0.0 on production is published already; nothing would change.\n"))
    let shown = try JSON(
      try registry.relctl("release", "show", "production", "1.0.0", "--output", "json").output)
    #expect(shown["state"]?.string == "published")
    #expect(shown["revision"] == .integer(2))
  }

  @Test func `takes up a draft where it was left, and changes it to what is asked`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one")
    let draft = try registry.relctl(registry.publishing(site, "1.0.0", wrappers: "^4.0.0") + ["--draft"])
    #expect(draft.output.hasPrefix("1.0.0 on production is a draft.\n"), "\(draft)")
    let published = try registry.publish(site, "1.0.0", wrappers: "^5.0.0")
    #expect(published.status == 0, "\(published)")
    let shown = try JSON(
      try registry.relctl("release", "show", "production", "1.0.0", "--output", "json").output)
    #expect(shown["wrapperRange"]?.string == "^5.0.0")
    #expect(shown["state"]?.string == "published")
  }

  @Test func `warns, and with --strict refuses`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one")
    let strict = try registry.relctl(registry.publishing(site, "1.0.0", wrappers: "*") + ["--strict"])
    #expect(strict.error.contains("(warnings_refused)"), "\(strict)")
    #expect(strict.status == 3)
    let listed = try registry.relctl("release", "list", "production")
    #expect(listed.output == "There are no releases on 'production'.\n", "no draft is left: \(listed)")
    let warned = try registry.publish(site, "1.0.0", wrappers: "*")
    #expect(warned.error.contains("(wrapper_range_allows_everything)\n"), "\(warned)")
    #expect(warned.status == 0)
  }

  @Test func `sets the rollout in basis points`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    try registry.publish(registry.site("two"), "1.1.0")
    let outcome = try registry.relctl("release", "rollout", "production", "1.1.0", "--basis-points", "0")
    #expect(
      outcome.output.hasPrefix("1.1.0 on production is now offered to 0% of the devices.\n"), "\(outcome)")
    let check = ["check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--cohort", "7"]
    #expect(try registry.relctl(check + ["--expect", "1.0.0"]).status == 0)
    let half = try registry.relctl("release", "rollout", "production", "1.1.0", "--basis-points", "0.5")
    #expect(
      half.error.contains(
        "'0.5' is not a whole number from 0 to 10000, in hundredths of a percent: 5000, or '50%'"),
      "\(half)")
    for (share, shown) in [("0.5%", "0.5%"), ("50%", "50%"), ("12.34%", "12.34%"), ("100%", "100%")] {
      let outcome = try registry.relctl("release", "rollout", "production", "1.1.0", "--basis-points", share)
      #expect(outcome.output.hasPrefix("1.1.0 on production is now offered to \(shown) of"), "\(outcome)")
    }
    for share in ["101%", "100.01%", "1.234%", "%", ".5%", "-1%", "1e1%", "5.%"] {
      let outcome = try registry.relctl(
        "release", "rollout", "production", "1.1.0", "--basis-points=\(share)")
      #expect(
        outcome.status == 2 && outcome.error.contains("'\(share)' is not a share from 0%"), "\(outcome)")
    }
    let misplaced = try registry.relctl("release", "rollout", "production", "1.1.0", "50%")
    #expect(misplaced.error.contains("hint: did you mean '--basis-points 50%'?"), "\(misplaced)")
  }

  @Test func `lists the releases of one channel or of all, the newest first`() throws {
    let registry = try RunningRegistry()
    #expect(try registry.relctl("release", "list").output == "There are no releases.\n")
    try registry.publish(registry.site("one"), "1.0.0")
    try registry.publish(registry.site("two"), "1.1.0", channel: "beta")
    try registry.publish(registry.site("three"), "1.2.0")
    func versions(_ options: String...) throws -> [String] {
      let listed = try registry.relctl(["release", "list"] + options + ["--output", "json"])
      return try JSON(listed.output).elements.compactMap { $0["releaseVersion"]?.string }
    }
    #expect(try versions() == ["1.2.0", "1.1.0", "1.0.0"])
    #expect(try versions("production") == ["1.2.0", "1.0.0"])
    #expect(try versions("nowhere") == [])
    let snapshot = registry.folder.path("all.json")
    #expect(
      try registry.relctl("release", "export", "--out", snapshot).output
        == "3 releases written to '\(snapshot)'.\n")
  }
}
