import HTTPClient
import HTTPServer
import ReleaseRegistry
import Testing

/// No admin route without a role check: every route of the table is walked with every kind of token.
@Suite struct AccessControlTests {
  /// What each route needs, written down apart from the code.
  private static let needs: [String: String] = [
    "POST /admin/v1/artifacts": "publisher",
    "POST /admin/v1/channels/{channel}/releases": "publisher",
    "POST /admin/v1/channels/{channel}/releases/simulate": "publisher",
    "GET /admin/v1/channels": "viewer",
    "GET /admin/v1/channels/{channel}/releases": "viewer",
    "GET /admin/v1/channels/{channel}/adoption": "viewer",
    "GET /admin/v1/channels/{channel}/releases/{version}": "viewer",
    "PATCH /admin/v1/channels/{channel}/releases/{version}": "publisher",
    "DELETE /admin/v1/channels/{channel}/releases/{version}": "publisher",
    "POST /admin/v1/channels/{channel}/releases/{version}/promote": "publisher",
    "POST /admin/v1/channels/{channel}/releases/{version}/publish": "publisher",
    "POST /admin/v1/channels/{channel}/releases/{version}/pause": "publisher",
    "POST /admin/v1/channels/{channel}/releases/{version}/resume": "publisher",
    "POST /admin/v1/channels/{channel}/releases/{version}/retire": "publisher",
    "GET /admin/v1/policies": "viewer",
    "POST /admin/v1/policies": "super-admin",
    "POST /admin/v1/policies/simulate": "viewer",
    "GET /admin/v1/policies/{id}": "viewer",
    "PATCH /admin/v1/policies/{id}": "super-admin",
    "POST /admin/v1/policies/{id}/activate": "super-admin",
    "POST /admin/v1/policies/{id}/deactivate": "super-admin",
    "GET /admin/v1/server": "viewer",
    "GET /admin/v1/explain/web": "viewer",
    "GET /admin/v1/explain/native": "viewer",
    "GET /admin/v1/tokens": "super-admin",
    "POST /admin/v1/tokens": "super-admin",
    "DELETE /admin/v1/tokens/{id}": "super-admin",
    "GET /admin/v1/audit": "viewer",
    "GET /admin/v1/audit/verify": "viewer",
    "GET /admin/v1/trust": "viewer",
    "POST /admin/v1/trust": "super-admin",
    "POST /admin/v1/trust/online-key": "super-admin",
  ]

  private static let ranks = ["viewer": 0, "publisher": 1, "super-admin": 2]

  @Test func `no admin route without a role check: all are in the table of what routes need`() {
    let routes = AdminRoutes.all.map { "\($0.method.rawValue) \($0.template)" }
    #expect(Set(routes) == Set(Self.needs.keys))
    #expect(routes.count == Self.needs.count)
  }

  @Test func `no route answers without a token, or with a bad, expired or revoked one`() throws {
    let registry = try TestRegistry()
    let expired = try registry.token(role: "super-admin", expiresAt: "2026-07-21T11:00:00Z")
    let revoked = try registry.token(role: "super-admin", name: "lost")
    let tokens = try registry.admin(.get, "/tokens").list ?? []
    let id = try #require(tokens.last?["id"] as? String, "tokens are listed in order of creation")
    #expect(try registry.admin(.delete, "/tokens/\(id)").status == 204)
    registry.clock.advance(bySeconds: 3_600)
    for route in AdminRoutes.all {
      let cases: [(String?, String)] = [
        (nil, "missing_bearer_token"), ("rrt_" + String(repeating: "0", count: 64), "invalid_token"),
        (expired, "token_expired"), (revoked, "invalid_token"),
      ]
      for (token, code) in cases {
        let answer = try Self.call(registry, route, token: token)
        if answer.code == "too_many_failed_attempts" {
          #expect(answer.status == 429)
          registry.clock.advance(bySeconds: 61)
        } else {
          #expect(answer.status == 401, "\(route.method.rawValue) \(route.template)")
          #expect(answer.code == code, "\(route.method.rawValue) \(route.template)")
        }
      }
    }
  }

  @Test(arguments: ["viewer", "publisher", "super-admin"])
  func `each role may do exactly what it is for`(role: String) throws {
    let registry = try TestRegistry()
    let token = try registry.token(role: role, channels: role == "publisher" ? ["production"] : nil)
    for route in AdminRoutes.all {
      let name = "\(route.method.rawValue) \(route.template)"
      let need = try #require(Self.needs[name])
      let isAllowed = (Self.ranks[role] ?? 0) >= (Self.ranks[need] ?? 3)
      let answer = try Self.call(registry, route, token: token)
      #expect((answer.code == "forbidden") == !isAllowed, "\(role): \(name) → \(answer.status)")
      #expect((answer.status == 403) == !isAllowed, "\(role): \(name) → \(answer.status)")
    }
  }

  @Test func `a publisher changes the channels that it is granted, and no other`() throws {
    let registry = try TestRegistry()
    let token = try registry.token(role: "publisher", channels: ["beta"])
    for route in AdminRoutes.all where Self.needs["\(route.method.rawValue) \(route.template)"] == "publisher"
    {
      guard route.template.contains("{channel}") else { continue }
      #expect(try Self.call(registry, route, token: token, channel: "production").code == "forbidden")
      #expect(try Self.call(registry, route, token: token, channel: "beta").code != "forbidden")
    }
  }

  @Test func `a publisher cannot promote to a channel that it is not granted`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", channel: "beta")
    let token = try registry.token(role: "publisher", channels: ["beta"])
    let answer = try registry.admin(
      .post, "/channels/beta/releases/2.14.0/promote", ["channel": "production"], token: token)
    #expect(answer.status == 403)
    #expect(try registry.latest("4.5.0").status == 404)
  }

  private static func call(
    _ registry: TestRegistry, _ route: AdminRoute, token: String?, channel: String = "production"
  ) throws -> TestAnswer {
    let path = route.template.replacing("{channel}", with: channel).replacing("{version}", with: "9.9.9")
      .replacing("{id}", with: "none")
    let method = try #require(HTTPMethod(rawValue: route.method.rawValue))
    let hasBody = route.method != .get && route.method != .delete
    return try registry.call(method, path, token: token, body: hasBody ? Array("{}".utf8) : nil)
  }
}
