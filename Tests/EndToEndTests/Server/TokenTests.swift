import Glibc
import ReleaseTesting
import Testing

@Suite struct TokenTests {
  private func token(_ registry: RunningRegistry, _ name: String, _ options: String...) throws -> String {
    let path = registry.folder.path("\(name).token")
    let outcome = try registry.relctl(
      ["token", "create", "--name", name, "--token-out", path] + options)
    #expect(outcome.status == 0, "\(outcome)")
    let secret = String(decoding: try registry.folder.read("\(name).token"), as: UTF8.self).dropLast()
    #expect(!outcome.output.contains(secret) && !outcome.error.contains(secret))
    return path
  }

  @Test func `lets each role do what it may and no more`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one")
    let viewer = try token(registry, "viewer", "--role", "viewer")
    let publisher = try token(registry, "publisher", "--role", "publisher", "--channel", "beta")
    func forbidden(_ arguments: [String], _ token: String) throws {
      let outcome = try registry.relctl(arguments, token: token)
      #expect(outcome.error.contains("(forbidden)\n"), "\(outcome)")
      #expect(outcome.status == 3, "\(outcome)")
    }
    #expect(try registry.relctl(["release", "list", "beta"], token: viewer).status == 0)
    try forbidden(registry.publishing(site, "1.0.0", channel: "beta"), viewer)
    try forbidden(["token", "list"], viewer)
    #expect(
      try registry.relctl(registry.publishing(site, "1.0.0", channel: "beta"), token: publisher).status == 0)
    try forbidden(registry.publishing(site, "1.0.0"), publisher)
    try forbidden(["release", "promote", "beta", "1.0.0", "--to", "production"], publisher)
    try forbidden(
      [
        "policy", "set", "--channel", "beta", "--platform", "ios", "--minimum", "4.0.0", "--latest", "4.6.0",
        "--app-store-id", "1234567890",
      ], publisher)
  }

  @Test func `is not in the log when it is revoked by its secret`() throws {
    let registry = try RunningRegistry()
    let secret = String(decoding: try registry.folder.read("admin.token"), as: UTF8.self).dropLast()
    let client = try registry.connect()
    client.sendHead("DELETE", "/admin/v1/tokens/\(secret)", fields: ["Authorization: Bearer \(secret)"])
    #expect(client.readToEnd().hasPrefix("HTTP/1.1 404 "))
    let (_, log) = registry.stop()
    #expect(log.contains { $0.contains("/admin/v1/tokens/…") }, "\(log)")
    #expect(!log.contains { $0.contains("rrt_") || $0.contains(secret.dropFirst(4)) }, "\(log)")
  }

  @Test func `is useless once it is revoked`() throws {
    let registry = try RunningRegistry()
    let viewer = try token(registry, "viewer", "--role", "viewer")
    let listed = try JSON(try registry.relctl("token", "list", "--output", "json").output).elements
    let id = try #require(listed.first { $0["name"]?.string == "viewer" }?["id"]?.string)
    let dry = try registry.relctl("token", "revoke", id, "--dry-run")
    #expect(dry.output.hasPrefix("dry run: this token would be revoked.\n"), "\(dry)")
    #expect(try registry.relctl(["release", "list", "beta"], token: viewer).status == 0)
    #expect(try registry.relctl("token", "revoke", id).output == "The token '\(id)' is revoked.\n")
    let refused = try registry.relctl(["release", "list", "beta"], token: viewer)
    #expect(refused.error.contains("(invalid_token)\n"), "\(refused)")
    #expect(refused.status == 3)
    #expect(
      try registry.relctl("token", "revoke", id).output == "The token '\(id)' was revoked already.\n")
    let file = try registry.relctl("token", "revoke", "viewer.token")
    #expect(file.error.contains("an id is wanted, and no file or name"), "\(file)")
    #expect(file.status == 3 && file.error.contains("(token_not_found)"), "\(file)")
    let last = try #require(listed.first { $0["role"]?.string == "super-admin" }?["id"]?.string)
    let refusal = try registry.relctl("token", "revoke", last)
    #expect(refusal.error.contains("(last_super_admin)\n"), "\(refusal)")
  }

  @Test func `that has expired is refused, and says what to do`() throws {
    let registry = try RunningRegistry()
    let brief = try token(registry, "nightly", "--role", "viewer", "--expires-in", "1s")
    var refused = try registry.relctl(["version"])
    _ = try eventually {
      refused = try registry.relctl(["release", "list", "beta"], token: brief)
      return refused.status != 0
    }
    #expect(
      refused.error.hasPrefix(
        """
        error: the token 'nightly' has expired; ask a super-admin for another (token_expired)
        hint: a super-admin makes a new one with 'relctl token create'

        """))
    #expect(refused.output == "")
    #expect(refused.status == 3)
    let json = try JSON(
      try registry.relctl(["release", "list", "beta", "--output", "json"], token: brief).error)
    #expect(json["error", "code"]?.string == "token_expired")
    #expect(try registry.relctl(["release", "list", "beta"]).status == 0, "others still work")
  }

  @Test func `whose answer was lost is named, with what to do`() throws {
    let registry = try RunningRegistry()
    let token = try registry.folder.read("admin.token")
    let path = registry.folder.path("lost.token")
    // The server made the token, the connection broke, and the repeated request is answered without the secret.
    let record = #"{"data":{"id":"tok_00000007","name":"ci","role":"viewer","channels":[]}}"#
    try withRawServer { _, count, connection in
      if count == 0 { return connection.reset() }
      connection.answer(201, fields: ["Content-Type: application/json"], body: Array(record.utf8))
    } _: { server in
      let outcome = try registry.relctl(
        ["token", "create", "--role", "viewer", "--name", "ci", "--token-out", path, "--server", server.url])
      #expect(server.requests.count == 2)
      #expect(outcome.status == 1, "\(outcome)")
      #expect(
        outcome.error == """
          error: the token 'tok_00000007' was made, but the answer with its secret was lost, and it is sent once only (token_secret_lost)
          hint: revoke it with 'relctl token revoke tok_00000007', then create another

          """)
      #expect(outcome.output.isEmpty)
      #expect(!outcome.error.contains(String(decoding: token, as: UTF8.self).dropLast()))
      #expect(try !registry.folder.names(in: ".").contains("lost.token"))
    }
  }

  @Test func `is refused when it is wrong`() throws {
    let registry = try RunningRegistry()
    let wrong = try registry.folder.write("rrt_00\n".utf8, to: "wrong.token")
    chmod(wrong, 0o600)
    let outcome = try registry.relctl(["release", "list", "beta"], token: wrong)
    #expect(outcome.error.contains("(invalid_token)\n"), "\(outcome)")
    #expect(!outcome.error.contains("rrt_00"))
    #expect(outcome.status == 3)
  }

  @Test func `of a publisher names its channels, and others name none`() throws {
    let registry = try RunningRegistry()
    let without = try registry.relctl("token", "create", "--role", "publisher")
    #expect(without.error.hasPrefix("error: a publisher needs at least one --channel (invalid_role)\n"))
    let with = try registry.relctl("token", "create", "--role", "viewer", "--channel", "beta")
    #expect(with.error.hasPrefix("error: --channel is for publishers; a viewer takes none (invalid_role)\n"))
    let never = try registry.relctl("token", "create", "--role", "viewer", "--expires-in", "0d")
    #expect(never.error.contains("'0d' is not a time"))
    for outcome in [without, with, never] { #expect(outcome.status == 2) }
    #expect(try JSON(try registry.relctl("token", "list", "--output", "json").output).elements.count == 1)
  }
}
