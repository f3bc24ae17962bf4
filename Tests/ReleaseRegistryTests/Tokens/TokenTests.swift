import Foundation
import HTTPClient
import ReleaseModel
import ReleaseRegistry
import ReleaseTesting
import Synchronization
import Testing

@Suite struct TokenTests {
  @Test func `a secret is shown once and stands in no file`() throws {
    let registry = try TestRegistry()
    let created = try registry.admin(
      .post, "/tokens", ["role": "viewer", "name": "dashboard"], fields: ["Idempotency-Key": "one"])
    let secret = try #require(created.data?["token"] as? String)
    #expect(secret.utf8.count == "rrt_".utf8.count + 64)
    #expect(try registry.admin(.get, "/audit", token: secret).status == 200)
    let again = try registry.admin(
      .post, "/tokens", ["role": "viewer", "name": "dashboard"], fields: ["Idempotency-Key": "one"])
    #expect(again.status == 201)
    #expect(again.data?["id"] as? String == created.data?["id"] as? String)
    #expect(again.data?["token"] == nil, "a repeated request is not told the secret")
    for answer in [try registry.admin(.get, "/tokens"), try registry.admin(.get, "/audit")] {
      #expect(!answer.text.contains(secret.dropFirst(4)))
    }
    for name in try registry.folder.names(in: "data") where name.hasPrefix("registry") {
      let bytes = Data(try registry.folder.read("data/\(name)"))
      #expect(bytes.range(of: Data(secret.utf8.dropFirst(4))) == nil, "\(name)")
    }
  }

  @Test func `two tokens have nothing in common`() throws {
    let secrets = try (0..<50).map { _ in try BearerToken.random().text }
    #expect(Set(secrets).count == 50)
    #expect(Set(secrets.map { $0.dropFirst(4).prefix(8) }).count == 50)
  }

  @Test func `a token ends when its time is over, and when it is revoked`() throws {
    let registry = try TestRegistry()
    let brief = try registry.token(role: "viewer", expiresAt: "2026-07-21T10:00:10Z")
    registry.clock.advance(bySeconds: 9)
    #expect(try registry.admin(.get, "/audit", token: brief).status == 200)
    registry.clock.advance(bySeconds: 1)
    let over = try registry.admin(.get, "/audit", token: brief)
    #expect(over.status == 401)
    #expect(over.code == "token_expired")
    #expect(over.fields["WWW-Authenticate"] == "Bearer")

    let lost = try registry.token(role: "viewer", name: "lost")
    let id = try #require(try registry.admin(.get, "/tokens").list?.last?["id"] as? String)
    #expect(try registry.admin(.delete, "/tokens/\(id)").status == 204)
    #expect(try registry.admin(.get, "/audit", token: lost).code == "invalid_token")
    #expect(try registry.admin(.delete, "/tokens/\(id)").status == 204, "twice is once")
    #expect(try registry.admin(.delete, "/tokens/tok_none").code == "token_not_found")
  }

  @Test func `the last live super-admin cannot be revoked`() throws {
    let registry = try TestRegistry()
    let first = try #require(try registry.admin(.get, "/tokens").list?.first?["id"] as? String)
    let refused = try registry.admin(.delete, "/tokens/\(first)")
    #expect(refused.status == 409)
    #expect(refused.code == "last_super_admin")
    let expiring = try registry.token(role: "super-admin", expiresAt: "2026-07-21T10:00:10Z")
    registry.clock.advance(bySeconds: 10)
    #expect(
      try registry.admin(.delete, "/tokens/\(first)").code == "last_super_admin", "the other one is over")
    #expect(try registry.admin(.get, "/tokens", token: expiring).code == "token_expired")
    _ = try registry.token(role: "super-admin", expiresAt: "2027-07-21T10:00:10Z")
    #expect(
      try registry.admin(.delete, "/tokens/\(first)").code == "last_super_admin", "the third will be over")
    let second = try registry.token(role: "super-admin")
    #expect(try registry.admin(.delete, "/tokens/\(first)", token: second).status == 204)
    #expect(try registry.admin(.get, "/tokens").code == "invalid_token")
  }

  @Test(arguments: [
    "a\u{0}b", "a\u{1B}[2Jb", "a\u{202E}b", "a\nb", "a\tb", String(repeating: "n", count: 201),
  ])
  func `a name that would not be shown as it is, is refused`(name: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.admin(.post, "/tokens", ["role": "viewer", "name": name])
    #expect(answer.status == 400)
    #expect(answer.code == "invalid_token_name")
    #expect(try registry.admin(.get, "/tokens").list?.count == 1)
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let role: String?
    var channels: [String]?
    var expiresAt: String?
    let errors: [String]

    var testDescription: String { "\(role ?? "") \(channels ?? []) \(expiresAt ?? "")" }
  }

  @Test(arguments: [
    Bad(role: nil, errors: ["role: missing_field"]),
    Bad(role: "admin", errors: ["role: invalid_role"]),
    Bad(role: "Viewer", errors: ["role: invalid_role"]),
    Bad(role: "publisher", errors: ["channels: missing_field"]),
    Bad(role: "publisher", channels: ["1.70"], errors: ["channels: invalid_channel"]),
    Bad(role: "viewer", channels: ["beta"], errors: ["channels: invalid_request"]),
    Bad(role: "viewer", expiresAt: "2026-07-21T10:00:00Z", errors: ["expiresAt: invalid_expiry"]),
    Bad(role: "viewer", expiresAt: "tomorrow", errors: ["expiresAt: invalid_expiry"]),
    Bad(role: "viewer", expiresAt: "2027-02-30T00:00:00Z", errors: ["expiresAt: invalid_expiry"]),
  ])
  func `a token that cannot be is refused`(row: Bad) throws {
    let registry = try TestRegistry()
    var body: [String: Any] = [:]
    if let role = row.role { body["role"] = role }
    if let channels = row.channels { body["channels"] = channels }
    if let expiresAt = row.expiresAt { body["expiresAt"] = expiresAt }
    let answer = try registry.admin(.post, "/tokens", body)
    #expect(answer.status == 400)
    #expect(answer.errors == row.errors)
    #expect(try registry.admin(.get, "/tokens").list?.count == 1)
  }

  @Test(arguments: ["", "Basic dXNlcjpwYXNz", "rrt_0", "Bearer", "Bearer "])
  func `an Authorization that is no bearer token is refused`(value: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.call(
      .get, "/admin/v1/audit", token: nil, fields: value.isEmpty ? [:] : ["Authorization": value])
    #expect(answer.status == 401)
    #expect(["missing_bearer_token", "invalid_token"].contains(answer.code), "\(answer.text)")
  }

  @Test func `429 is not reported as something else, and a client that obeys its Retry-After recovers`()
    throws
  {
    let registry = try TestRegistry()
    while try registry.admin(.get, "/audit", token: "rrt_guess").status == 401 {}
    let refusal = try registry.admin(.get, "/audit", token: "rrt_guess")
    #expect(refusal.status == 429)
    #expect(refusal.code == "too_many_failed_attempts")

    let waits = Mutex<[Duration]>([])
    let patient = HTTPClient(
      configuration: HTTPClientConfiguration(),
      environment: HTTPClientEnvironment(
        secondsSinceEpoch: { registry.clock.now.secondsSinceEpoch },
        wait: { [clock = registry.clock] wait, _ in
          waits.withLock { $0.append(wait) }
          clock.advance(bySeconds: wait.components.seconds)
        }, random: { 0 }))
    let answer = try patient.send(
      HTTPRequest(
        .get, WebAddress(parsing: registry.url + "/admin/v1/audit"),
        fields: ["Authorization": "Bearer rrt_guess"]
      ))
    #expect(answer.status == 401, "the token is bad, and that can be said again")
    let seconds = try #require(refusal.fields["Retry-After"].flatMap { Int64($0) })
    #expect(waits.withLock { $0 } == [.seconds(seconds)], "one wait, as long as asked for, and no loop")
  }

  @Test func `guessing is answered with 429 and when to come back, and does not lock out who knows`() throws {
    let registry = try TestRegistry()
    var codes: [String?] = []
    for number in 0..<40 {
      codes.append(try registry.admin(.get, "/audit", token: "rrt_\(number)").code)
    }
    #expect(codes.first == "invalid_token")
    #expect(codes.last == "too_many_failed_attempts")
    let answer = try registry.admin(.get, "/audit", token: "rrt_guess")
    #expect(answer.status == 429)
    let seconds = try #require(answer.fields["Retry-After"].flatMap { Int($0) })
    #expect((1...60).contains(seconds))
    #expect(try registry.admin(.get, "/audit").status == 200)
    registry.clock.advance(bySeconds: Int64(seconds))
    #expect(try registry.admin(.get, "/audit", token: "rrt_guess").code == "invalid_token")
  }
}
