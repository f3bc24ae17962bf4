import FoundationEssentials
import HTTPClient
import ReleaseBundle
import ReleaseModel
import ReleaseRegistry
import ReleaseTesting
import Testing

@Suite struct UploadTests {
  @Test func `a bundle is stored once under its SHA-256, with its tree`() throws {
    let registry = try TestRegistry()
    let zip = TestRegistry.bundle("one")
    let digest = Digest.sha256(of: zip).description
    let first = try registry.upload(zip)
    #expect(first.status == 201)
    #expect(first.data?["sha256"] as? String == digest)
    #expect(first.data?["sizeBytes"] as? Int == zip.count)
    let tree = try #require(first.data?["tree"] as? [String: Any])
    #expect(tree["fileCount"] as? Int == 3)
    #expect(first.warnings.isEmpty)

    let second = try registry.upload(zip)
    #expect(second.status == 200)
    #expect(second.body == first.body)
    #expect(try registry.folder.names(in: "data/artifacts") == ["\(digest).zip"])
    #expect(try registry.folder.names(in: "data/trees") == ["\(tree["sha256"] as? String ?? "").json"])
    #expect(try registry.folder.read("data/artifacts/\(digest).zip") == zip)
  }

  @Test func `what the inspection warns about is told`() throws {
    let registry = try TestRegistry()
    var zip = ZipBuilder()
    zip.add("index.html")
    zip.add("sub/index.html")
    zip.add("app.js.map")
    let answer = try registry.upload(zip.bytes())
    #expect(answer.status == 201)
    #expect(Set(answer.warnings) == ["several_index_files", "source_map"])
  }

  @Test func `a bundle that is refused is refused with every finding`() throws {
    let registry = try TestRegistry()
    var zip = ZipBuilder()
    zip.add("../evil.js")
    zip.add("A.js")
    zip.add("a.js")
    let answer = try registry.upload(zip.bytes())
    #expect(answer.status == 422)
    #expect(answer.code == "bundle_rejected")
    #expect(
      Set(answer.errors).isSuperset(of: ["../evil.js: parent_part", "a.js: name_collision"]),
      "\(answer.errors)")
    try Self.expectNothingStored(registry)
  }

  @Test(arguments: [[], Array("<!doctype html><title>502 Bad Gateway</title>".utf8)] as [[UInt8]])
  func `an error page saved as a zip is refused`(bytes: [UInt8]) throws {
    let registry = try TestRegistry()
    let answer = try registry.upload(bytes)
    #expect(answer.status == 422)
    #expect(answer.code == "bundle_rejected")
    try Self.expectNothingStored(registry)
  }

  @Test func `bytes of another hash than announced are refused`() throws {
    let registry = try TestRegistry()
    let zip = TestRegistry.bundle("one")
    let wrong = try registry.upload(
      zip, fields: ["Content-Digest": Self.digestField(TestRegistry.bundle("two"))])
    #expect(wrong.status == 400)
    #expect(wrong.code == "digest_mismatch")
    try Self.expectNothingStored(registry)
    let right = try registry.upload(
      zip, fields: ["Content-Digest": "sha-512=:AAAA:, \(Self.digestField(zip))"])
    #expect(right.status == 201)
  }

  @Test(arguments: [
    "sha-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "sha-256=:47DEQpj8HBSa:", "sha-256=::",
    "sha-256=:E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855:",
  ])
  func `a malformed digest is refused, not ignored`(field: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.upload(TestRegistry.bundle("one"), fields: ["Content-Digest": field])
    #expect(answer.status == 400)
    #expect(answer.code == "invalid_content_digest")
    try Self.expectNothingStored(registry)
  }

  @Test func `a bundle over the limit is refused before its bytes are read`() throws {
    let limit = TestRegistry.bundle("one").count
    let registry = try TestRegistry {
      $0.bundleLimits = try BundleLimits(maximumArchiveBytes: UInt64(limit))
    }
    #expect(try registry.upload(TestRegistry.bundle("one")).status == 201)
    let answer = try registry.upload(TestRegistry.bundle("more"))
    #expect(answer.status == 413)
    #expect(answer.code == "upload_too_large")
    #expect(answer.detail.contains("\(limit)"))
  }

  @Test(arguments: ["application/octet-stream", "text/html", "application/json"])
  func `another type is refused`(type: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.upload(TestRegistry.bundle("one"), fields: ["Content-Type": type])
    #expect(answer.status == 415)
    #expect(answer.code == "unsupported_media_type")
  }

  static func expectNothingStored(
    _ registry: TestRegistry, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for name in ["artifacts", "trees", "incoming"] {
      #expect(
        try registry.folder.names(in: "data/\(name)").isEmpty, "\(name)", sourceLocation: sourceLocation)
    }
    #expect(try registry.auditCount() == 1, "only the registry's making", sourceLocation: sourceLocation)
  }

  private static func digestField(_ bytes: [UInt8]) -> String {
    "sha-256=:\(Data(Digest.sha256(of: bytes).bytes).base64EncodedString()):"
  }
}
