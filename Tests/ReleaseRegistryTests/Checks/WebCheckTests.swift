import HTTPClient
import ReleaseRegistry
import ReleaseTesting
import Testing

@Suite struct WebCheckTests {
  private static let path = "/mobile-web/releases/latest"

  @Test func `the answer has every field of the contract`() throws {
    let registry = try TestRegistry()
    let published = try #require(try registry.publish("2.14.0", ["wrapperRange": ">=4.2.0 <6.0.0"]).data)
    let answer = try registry.latest("4.5.0")
    #expect(answer.fields["Content-Type"] == "application/json")
    let release = try #require(answer.data)
    #expect(
      Set(release.keys) == [
        "releaseVersion", "channel", "sequence", "zipUrl", "sha256", "sizeBytes", "tree", "entryFile",
        "wrapperRange",
        "apiContractRange", "releasedAt", "signatures",
      ])
    #expect(release["releasedAt"] as? String == "2026-07-21T10:00:00Z")
    #expect(release["sha256"] as? String == published["artifactSha256"] as? String)
    #expect(release["channel"] as? String == "production")
    #expect((release["signatures"] as? [Any])?.isEmpty == true)
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let query: String
    let errors: [String]

    var testDescription: String { query }
  }

  @Test(arguments: [
    Bad(query: "", errors: ["channel: missing_parameter", "wrapperVersion: missing_parameter"]),
    Bad(query: "channel=production", errors: ["wrapperVersion: missing_parameter"]),
    Bad(query: "channel=production&wrapperVersion=4.5.0%00", errors: []),
    Bad(query: "channel=1.70&wrapperVersion=4.5.0", errors: ["channel: invalid_channel"]),
    Bad(query: "channel=&wrapperVersion=4.5.0", errors: ["channel: invalid_channel"]),
    Bad(query: "channel=a&channel=a&wrapperVersion=4.5.0", errors: ["channel: duplicate_parameter"]),
    Bad(
      query: "channel=a&wrapperVersion=4.5.0&wrapperVersion=4.5.0",
      errors: ["wrapperVersion: duplicate_parameter"]),
    Bad(query: "channel=a&wrapperVersion=4.5.0&cohort=1&cohort=1", errors: ["cohort: duplicate_parameter"]),
    Bad(query: "channel=a&wrapperVersion=4.5.0&cohort=10000", errors: ["cohort: invalid_cohort"]),
    Bad(query: "channel=a&wrapperVersion=4.5.0&cohort=-1", errors: ["cohort: invalid_cohort"]),
    Bad(query: "channel=a&wrapperVersion=4.5.0&cohort=", errors: ["cohort: invalid_cohort"]),
    Bad(query: "channel=a&wrapperVersion=4.5.0&cohort=1.5", errors: ["cohort: invalid_cohort"]),
  ])
  func `a bad question is refused with a reason for each parameter`(row: Bad) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    for _ in 0..<2 {
      let answer = try registry.get("\(Self.path)?\(row.query)")
      #expect(answer.status == 400)
      #expect(answer.errors == row.errors, "\(answer.text)")
      #expect(answer.fields["Content-Type"] == "application/problem+json")
    }
  }

  @Test(arguments: [
    ("1.2.3.4", "it has 4 numbers; write three"), ("4.5", "write 4.5.0"), ("4", "write 4.0.0"),
    ("v4.5.0", "remove the 'v'"), ("04.5.0", "'04' has a leading zero; write 4"), ("", "it is empty"),
  ])
  func `4-part, short, v, leading zero, empty versions: each is 400 with its own reason`(
    version: String, reason: String
  ) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", ["wrapperRange": "*"])
    for answer in [try registry.latest(version), try registry.native(version)] {
      #expect(answer.status == 400)
      #expect(answer.errors == ["wrapperVersion: invalid_wrapper_version"])
      #expect(answer.detail.contains(reason), "\(answer.detail)")
    }
  }

  @Test func `unknown parameters are ignored, in any place, however often`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let plain = try registry.latest("4.5.0")
    let decorated = try registry.get("\(Self.path)?x=1&wrapperVersion=4.5.0&x=2&channel=production&utm=")
    #expect(decorated.status == 200)
    #expect(decorated.body == plain.body)
    #expect(decorated.fields["ETag"] == plain.fields["ETag"])
  }

  @Test func `escapes in the question mean what they stand for`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let answer = try registry.get("\(Self.path)?c%68annel=%70roduction&wrapperVersion=4%2E5.0")
    #expect(answer.body == (try registry.latest("4.5.0")).body)
    let plus = try registry.get("\(Self.path)?channel=production&wrapperVersion=4.5.0%2Bbuild")
    #expect(plus.status == 200)
    let space = try registry.get("\(Self.path)?channel=production&wrapperVersion=4.5.0+build")
    #expect(space.errors == ["wrapperVersion: invalid_wrapper_version"])
  }

  @Test func `an unknown channel and an empty one answer alike, byte for byte`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0", channel: "empty").status == 201)
    try registry.publish("2.14.0", channel: "over", artifact: registry.artifact("2.14.0"))
    try registry.transition("retire", "2.14.0", channel: "over")
    let unknown = try Self.raw(registry, "nowhere")
    #expect(unknown.hasPrefix("HTTP/1.1 404 "))
    #expect(unknown.contains("no_published_release"))
    #expect(try Self.raw(registry, "empty") == unknown)
    #expect(try Self.raw(registry, "over") == unknown)
  }

  @Test
  func `no 500 instead of "no update": an existing channel with nothing published is 404 with a reason`()
    throws
  {
    let registry = try TestRegistry()
    let answer = try registry.latest("4.5.0")
    #expect(answer.status == 404)
    #expect(answer.code == "no_compatible_release")
    #expect(answer.reason == "no_published_release")
  }

  @Test func `the same bytes are not sent twice to who has them`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let first = try registry.latest("4.5.0")
    let tag = try #require(first.fields["ETag"])
    let path = "\(Self.path)?channel=production&wrapperVersion=4.5.0"
    let again = try registry.get(path, fields: ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    #expect(again.fields["ETag"] == tag)
    #expect(again.fields["Cache-Control"] == first.fields["Cache-Control"])
    try registry.publish("2.15.0")
    #expect(try registry.get(path, fields: ["If-None-Match": tag]).status == 200)
  }

  @Test(arguments: [0, 60])
  func `caches ask every time unless the operator raises it`(seconds: Int) throws {
    let registry = try TestRegistry { $0.checkMaxAgeSeconds = seconds }
    let expected = "public, max-age=\(seconds), must-revalidate"
    #expect(try registry.latest("4.5.0").fields["Cache-Control"] == expected)
    try registry.publish("2.14.0")
    #expect(try registry.latest("4.5.0").fields["Cache-Control"] == expected)
  }

  @Test func `HEAD works, and a wrong method says which are right`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let path = "\(Self.path)?channel=production&wrapperVersion=4.5.0"
    let get = try registry.get(path)
    let head = try registry.call(.head, path, token: nil)
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(head.fields["Content-Length"] == "\(get.body.count)")
    let post = try registry.call(.post, path, token: nil, body: [])
    #expect(post.status == 405)
    #expect(post.fields["Allow"]?.contains("GET") == true)
  }

  /// A whole answer without the fields that differ between any two.
  private static func raw(_ registry: TestRegistry, _ channel: String) throws -> String {
    let connection = try ClientSocket(port: registry.port)
    connection.send(
      Array(
        ("GET \(path)?channel=\(channel)&wrapperVersion=4.5.0 HTTP/1.1\r\nHost: localhost\r\n"
          + "Connection: close\r\n\r\n").utf8))
    return connection.readToEnd().split(separator: "\r\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("X-Request-Id:") && !$0.hasPrefix("Date:") }.joined(separator: "\r\n")
  }
}
