import HTTPClient
import ReleaseTesting
import Testing

@Suite struct ReleaseListTests {
  @Test func `lists drafts first and then newest first, page by page, each release once`() throws {
    let registry = try TestRegistry()
    for number in 0..<5 { try registry.publish("2.\(number).0") }
    #expect(try registry.draft("3.0.0").status == 201)
    #expect(try registry.draft("2.9.0").status == 201)
    try registry.publish("9.9.9", channel: "beta")
    let expected = ["2.9.0", "3.0.0", "2.4.0", "2.3.0", "2.2.0", "2.1.0", "2.0.0"]
    for limit in [1, 2, 3, 7, 200] { #expect(try Self.walk(registry, limit: limit) == expected) }
  }

  @Test func `goes on where it was when the page's last draft was deleted`() throws {
    let registry = try TestRegistry()
    for version in ["2.0.0", "2.1.0"] { try registry.publish(version) }
    for version in ["3.0.0", "3.1.0"] { #expect(try registry.draft(version).status == 201) }
    let first = try registry.admin(.get, "/channels/production/releases?limit=2")
    let cursor = try #require(first.nextCursor)
    #expect(try registry.admin(.delete, "/channels/production/releases/3.0.0").status == 204)
    let second = try registry.admin(.get, "/channels/production/releases?limit=2&cursor=\(cursor)")
    #expect(second.list?.compactMap { $0["releaseVersion"] as? String } == ["2.1.0", "2.0.0"])
    #expect(second.nextCursor == nil)
  }

  @Test func `with a version it is that release, or nothing`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.0.0")
    #expect(try registry.draft("2.1.0").status == 201)
    for version in ["2.0.0", "2.1.0", "2.0.1"] {
      let answer = try registry.admin(.get, "/channels/production/releases?releaseVersion=\(version)")
      #expect(answer.status == 200)
      #expect(
        answer.list?.compactMap { $0["releaseVersion"] as? String } == (version == "2.0.1" ? [] : [version]))
      #expect(answer.nextCursor == nil)
    }
    let refused = try registry.admin(.get, "/channels/production/releases?releaseVersion=2")
    #expect(refused.status == 400)
    #expect(refused.errors == ["releaseVersion: invalid_version"])
  }

  @Test func `an unknown channel is an empty list`() throws {
    let registry = try TestRegistry()
    let answer = try registry.admin(.get, "/channels/nowhere/releases")
    #expect(answer.text == #"{"data":[],"page":{"hasMore":false,"nextCursor":null}}"#)
  }

  private static func walk(_ registry: TestRegistry, limit: Int) throws -> [String] {
    var versions: [String] = []
    var cursor: String?
    repeat {
      let after = cursor.map { "&cursor=\($0)" } ?? ""
      let page = try registry.admin(.get, "/channels/production/releases?limit=\(limit)\(after)")
      versions += (page.list ?? []).compactMap { $0["releaseVersion"] as? String }
      #expect((page.list?.count ?? 0) <= limit)
      cursor = page.nextCursor
    } while cursor != nil && versions.count < 100
    return versions
  }

  @Test(arguments: ["+1.+2", "01.2", "1.02", "1", "1.2.3", "0.1", "-1.1", "a.b", "1.2 "])
  func `takes no cursor that it did not give`(cursor: String) throws {
    let registry = try TestRegistry()
    let text = cursor.replacing("+", with: "%2B").replacing(" ", with: "%20")
    let answer = try registry.admin(.get, "/channels/production/releases?cursor=\(text)")
    #expect(answer.code == "invalid_cursor", "\(answer.text)")
    #expect(answer.status == 400)
  }
}
