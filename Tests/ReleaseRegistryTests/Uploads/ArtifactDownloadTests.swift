import HTTPClient
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@Suite struct ArtifactDownloadTests {
  private static let immutable = "public, max-age=31536000, immutable, no-transform"

  @Test func `the zip that a check names is served as it was uploaded, for ever cacheable`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let release = try #require(try registry.latest("4.5.0").data)
    let url = try #require(release["zipUrl"] as? String)
    let sha256 = try #require(release["sha256"] as? String)
    #expect(url == "https://releases.example/mobile-web/artifacts/\(sha256).zip")
    let answer = try registry.get("/mobile-web/artifacts/\(sha256).zip")
    #expect(answer.status == 200)
    #expect(answer.body == TestRegistry.bundle("2.14.0"))
    #expect(Digest.sha256(of: answer.body).description == sha256)
    #expect(answer.fields["Cache-Control"] == Self.immutable)
    #expect(answer.fields["Content-Type"] == "application/zip")
    #expect(answer.fields["ETag"] == "\"\(sha256)\"")
  }

  @Test(arguments: [
    ("bytes=0-9", 206, 0..<10), ("bytes=10-", 206, 10..<Int.max), ("bytes=-5", 206, -5..<Int.max),
    ("bytes=1000000-", 416, 0..<0), ("bytes=9-3", 200, 0..<Int.max), ("lines=1-2", 200, 0..<Int.max),
  ])
  func `a download can go on where it was cut`(range: String, status: Int, part: Range<Int>) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let zip = TestRegistry.bundle("2.14.0")
    let path = "/mobile-web/artifacts/\(Digest.sha256(of: zip)).zip"
    let answer = try registry.get(path, fields: ["Range": range])
    #expect(answer.status == status)
    guard status != 416 else {
      #expect(answer.fields["Content-Range"] == "bytes */\(zip.count)")
      return
    }
    let start = part.lowerBound < 0 ? zip.count + part.lowerBound : part.lowerBound
    #expect(answer.body == Array(zip[start..<min(part.upperBound, zip.count)]))
    let other = try registry.get(path, fields: ["Range": range, "If-Range": "\"other\""])
    #expect(other.body == zip, "bytes of another version are never mixed in")
  }

  @Test func `the file manifest hashes to the tree's digest`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let tree = try #require(try registry.latest("4.5.0").data?["tree"] as? [String: Any])
    let sha256 = try #require(tree["sha256"] as? String)
    let answer = try registry.get("/mobile-web/trees/\(sha256).json")
    #expect(answer.status == 200)
    #expect(Digest.sha256(of: answer.body).description == sha256)
    #expect(answer.fields["Cache-Control"] == Self.immutable)
    #expect(
      try FileManifest(parsingCanonicalJSON: answer.body).entries.map(\.path) == [
        "app.js", "index.html", "start.HTM",
      ])
  }

  @Test func `what devices may be on their way to is served, and nothing else`() throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact("2.14.0")
    let tree = try #require(
      try registry.upload(TestRegistry.bundle("2.14.0")).data?["tree"] as? [String: Any])
    let paths = [
      "/mobile-web/artifacts/\(artifact).zip", "/mobile-web/trees/\(tree["sha256"] as? String ?? "").json",
    ]
    func statuses() throws -> [Int] { try paths.map { try registry.get($0).status } }
    #expect(try statuses() == [404, 404], "only uploaded")
    #expect(try registry.draft("2.14.0", artifact: artifact).status == 201)
    #expect(try statuses() == [404, 404], "a draft is not public")
    try registry.transition("publish", "2.14.0")
    #expect(try statuses() == [200, 200])
    try registry.transition("pause", "2.14.0")
    #expect(try statuses() == [200, 200], "a download that began goes on")
    try registry.transition("retire", "2.14.0")
    #expect(try statuses() == [404, 404])
    #expect(try registry.get(paths[0]).code == "artifact_not_found")
    #expect(try registry.get(paths[1]).code == "tree_not_found")
    try registry.publish("2.15.0", channel: "beta", artifact: artifact)
    #expect(try statuses() == [200, 200], "another release uses it")
  }

  @Test(arguments: ["ABC", String(repeating: "A", count: 64), "..%2f..%2fregistry.sqlite%00"])
  func `a name that is no digest reaches no file`(name: String) throws {
    let registry = try TestRegistry()
    #expect(try registry.get("/mobile-web/artifacts/\(name).zip").status == 400)
    #expect(try registry.get("/mobile-web/trees/\(name).json").status == 400)
  }
}
