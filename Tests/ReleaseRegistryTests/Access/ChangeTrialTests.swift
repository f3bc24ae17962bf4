import HTTPClient
import ReleaseRegistry
import Testing

/// A change with `dryRun=true` is judged and answered as without, and nothing comes of it.
@Suite struct ChangeTrialTests {
  private let registry: TestRegistry

  init() throws {
    registry = try TestRegistry()
    try registry.publish("1.0.0", channel: "beta")
    #expect(try registry.draft("1.1.0", channel: "beta").status == 201)
    try registry.policy(minimum: "4.0.0", latest: "4.6.0")
    _ = try registry.token(role: "viewer", name: "dashboard")
  }

  private static let policy =
    #"{"channel":"beta","platform":"ios","minimumVersion":"4.0.0","latestVersion":"4.6.0","appStoreId":"284882215"}"#

  /// The method, the path, the body, and how it ends.
  private static let changes: [(HTTPMethod, String, String?, Int)] = [
    (.post, "/channels/beta/releases/1.0.0/pause", #"{"reason":"it is broken"}"#, 200),
    (.post, "/channels/beta/releases/1.0.0/retire", #"{"reason":"it is gone"}"#, 200),
    (.post, "/channels/beta/releases/1.1.0/publish", "{}", 200),
    (.post, "/channels/beta/releases/1.0.0/promote", #"{"channel":"production"}"#, 201),
    (.patch, "/channels/beta/releases/1.0.0", #"{"rolloutBasisPoints":100}"#, 200),
    (.delete, "/channels/beta/releases/1.1.0", nil, 204),
    (.post, "/policies", policy, 201),
    (.patch, "/policies/pol_00000001", #"{"latestVersion":"4.7.0"}"#, 200),
    (.post, "/policies/pol_00000001/deactivate", "{}", 200),
    (.post, "/tokens", #"{"role":"viewer"}"#, 201),
    (.delete, "/tokens/tok_00000002", nil, 204),
    // What is refused is refused the same way.
    (.post, "/channels/beta/releases/1.1.0/pause", #"{"reason":"it is broken"}"#, 409),
    (.patch, "/channels/beta/releases/1.0.0", #"{"wrapperRange":"*"}"#, 409),
    (.delete, "/tokens/tok_00000001", nil, 409),
    (.post, "/tokens", #"{"role":"viewer","expiresAt":"2020-01-01T00:00:00Z"}"#, 400),
    (.post, "/trust", #"{"files":[]}"#, 422),
  ]

  @Test(arguments: changes.indices)
  func `it ends as the change does, and nothing is changed or noted`(index: Int) throws {
    let (method, path, body, status) = Self.changes[index]
    let fields: HTTPFields = method == .patch ? ["If-Match": "*"] : [:]
    let before = try state()
    func send(_ isTrial: Bool) throws -> TestAnswer {
      try registry.call(
        method, "/admin/v1\(path)?dryRun=\(isTrial)", token: registry.superAdmin,
        body: body.map { Array($0.utf8) },
        fields: fields)
    }
    let trial = try send(true)
    #expect(trial.status == status, "\(path): \(trial)")
    #expect(try state() == before, "\(path)")
    let real = try send(false)
    #expect(real.status == status && real.code == trial.code, "\(path): \(real)")
    #expect((try state() == before) == (status >= 400), "\(path)")
  }

  @Test func `it gives no secret, which nobody would accept`() throws {
    let trial = try registry.admin(.post, "/tokens?dryRun=true", ["role": "viewer"])
    #expect(trial.status == 201 && trial.data?["id"] != nil && trial.data?["token"] == nil, "\(trial)")
  }

  @Test func `it takes the key of no later request`() throws {
    let fields: HTTPFields = ["Idempotency-Key": "one"]
    #expect(
      try registry.admin(.post, "/tokens?dryRun=true", ["role": "viewer"], fields: fields).status == 201)
    let real = try registry.admin(.post, "/tokens", ["role": "viewer"], fields: fields)
    #expect(real.status == 201 && real.data?["token"] != nil, "\(real)")
  }

  @Test(arguments: [
    "/tokens?dryRun=yes", "/tokens?dryRun=", "/trust/online-key?dryRun=true",
    "/policies/simulate?dryRun=true",
  ])
  func `what is no trial is not taken for one`(path: String) throws {
    let before = try state()
    #expect(try registry.admin(.post, path, ["role": "viewer"]).status == 400)
    #expect(try state() == before)
  }

  /// What changes would change, and the checks' answer.
  private func state() throws -> [String] {
    let lists = [
      "/channels/beta/releases", "/channels/production/releases", "/policies", "/tokens", "/audit",
    ]
    return try lists.map { String(decoding: try registry.admin(.get, $0).body, as: UTF8.self) }
      + [String(decoding: try registry.latest("4.5.0", channel: "beta").body, as: UTF8.self)]
  }
}
