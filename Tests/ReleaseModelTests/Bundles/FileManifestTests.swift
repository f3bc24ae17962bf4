import ReleaseModel
import Testing

@Suite struct FileManifestTests {
  private static let digest = String(repeating: "ab", count: 32)

  private static func entry(_ path: String, _ size: UInt64 = 3) throws -> FileManifest.Entry {
    FileManifest.Entry(path: path, sizeBytes: size, sha256: try Digest(parsing: digest))
  }

  private static func file(_ path: String, size: String = "3", digest: String = digest) -> String {
    #"{"path":"\#(path)","sha256":"\#(digest)","sizeBytes":\#(size)}"#
  }

  private static func document(_ files: String...) -> String {
    #"{"files":[\#(files.joined(separator: ","))],"schemaVersion":1}"#
  }

  @Test func `writes the canonical form, sorted by the bytes of the paths`() throws {
    let manifest = FileManifest([
      try Self.entry("b"), try Self.entry("a/é \\ \"quoted\".js", 0), try Self.entry("B", .max - 3),
      try Self.entry("a"),
    ])
    let expected = Self.document(
      Self.file("B", size: "18446744073709551612"), Self.file("a"),
      Self.file(#"a/é \\ \"quoted\".js"#, size: "0"), Self.file("b"))
    #expect(String(decoding: manifest.canonicalJSON, as: UTF8.self) == expected)
  }

  @Test func `reads back what it wrote`() throws {
    for paths in [[], ["index.html"], ["caf\u{e9}", "cafe\u{301}", "a\\b", "\"", "x/y", "z/\u{2028}"]] {
      let manifest = FileManifest(try paths.map { try Self.entry($0) })
      #expect(try FileManifest(parsingCanonicalJSON: manifest.canonicalJSON) == manifest)
      #expect(manifest.fileCount == paths.count && manifest.unpackedBytes == UInt64(3 * paths.count))
    }
  }

  @Test func `finds a file by the bytes of its path`() throws {
    let manifest = FileManifest([try Self.entry("caf\u{e9}", 1), try Self.entry("cafe\u{301}", 2)])
    #expect(manifest.entry(at: "caf\u{e9}")?.sizeBytes == 1)
    #expect(manifest.entry(at: "cafe\u{301}")?.sizeBytes == 2)
    #expect(manifest.entry(at: "cafe") == nil)
  }

  @Test(arguments: [
    "", "{}", "null", document() + "\n", " " + document(), String(document().dropLast()),
    document().replacing(":1}", with: ":2}"), document().replacing(":1}", with: ":1.0}"),
    document(file("b"), file("a")), document(file("a"), file("a")), document(file("a"), ""),
    document(file("a", size: "03")), document(file("a", size: "-1")), document(file("a", size: "1e3")),
    document(file("a", size: "18446744073709551616")), document(file("a", size: "")),
    document(file("a", size: "18446744073709551615"), file("b", size: "1")),
    document(file("a", digest: digest.uppercased())), document(file("a", digest: "")),
    document(file(#"a\/b"#)), document(file(#"\u0061"#)), document(file("a\u{1}")), document(file("a\nb")),
    document(file("a")).replacing(",\"size", with: ", \"size"),
    document(file("a")).replacing("}]", with: ",\"x\":1}]"), #"{"files":[{"path":"a"#,
  ])
  func `refuses whatever is not byte for byte canonical`(text: String) throws {
    #expect(
      try codes { _ = try FileManifest(parsingCanonicalJSON: Array(text.utf8)) } == ["invalid_file_manifest"])
  }

  @Test func `refuses a path that is not UTF-8`() throws {
    let bytes = Array(Self.document(Self.file("a?b")).utf8).map { $0 == UInt8(ascii: "?") ? 0xff : $0 }
    #expect(try codes { _ = try FileManifest(parsingCanonicalJSON: bytes) } == ["invalid_file_manifest"])
  }
}
