import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

/// The rows "Archives and integrity" of the kinds of fault that systems like this have shipped, as far as they are about
/// a bundle. Downloads, locks and kills are tested with the installer.
@Suite struct PublicFaultsTests {
  private static let link: UInt32 = 0o120777 << 16

  @Test func `sibling-prefix traversal`() throws {
    try HostileArchive(named: "../bundle-evil/a.js", .parentPart).expectRefusal()
    try HostileArchive(named: "a/../../staging-evil/a.js", .parentPart).expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("symbolic link", .symbolicLink, entry: "a") {
      $0.add("a", "b") { $0.externalAttributes = link }
    },
    HostileArchive("long target", .symbolicLink, entry: "a") {
      $0.add("a", String(repeating: "../", count: 2_000)) { $0.externalAttributes = link }
    },
    HostileArchive("link then file through it", .symbolicLink, .fileIsAlsoFolder, entry: "a") {
      $0.add("a", "..") { $0.externalAttributes = link }
      $0.add("a/b")
    },
    HostileArchive("folder that is a link", .symbolicLink, entry: "a/") {
      $0.add("a/") { $0.externalAttributes = link }
    },
    HostileArchive(
      "hard link by PKWARE's Unix field", .unsupportedExtraField, .unsupportedExtraField, entry: "a"
    ) {
      $0.add("a") {
        $0.both {
          $0.extra = ZipBuilderEntry.extra(0x000D, Array(repeating: 0, count: 12) + Array("index.html".utf8))
        }
      }
    },
  ])
  func `links of every sort, also by hard link, long target, link then file through it`(
    archive: HostileArchive
  ) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    ("A.js", "a.js"), ("\u{E9}", "e\u{301}"), ("\u{130}.js", "i\u{307}.js"), ("\u{FB01}", "FI"),
  ])
  func `names equal after case folding or normalisation`(first: String, second: String) throws {
    try HostileArchive("\(first) and \(second)", .nameCollision, entry: second) {
      $0.add(first)
      $0.add(second)
    }.expectRefusal()
  }

  @Test func `UTF-8 names without the flag decoded as CP437`() throws {
    try HostileArchive("unmarked", .utf8FlagMissing, entry: "gr\u{FC}n.css") {
      $0.add("gr\u{FC}n.css") { $0.both { $0.flags = 0 } }
    }.expectRefusal()
  }

  @Test func `empty files; several index.html; everything under one top folder`() throws {
    var zip = ZipBuilder()
    zip.add("app/index.html", "")
    zip.add("app/old/index.html", "old")
    let inspection = try inspect(zip.bytes())
    #expect(inspection.accepted)
    #expect(inspection.warnings == [.severalIndexFiles, .singleTopFolder])
    let manifest = try #require(inspection.manifest)
    #expect(manifest.objection(toEntryFile: "app/index.html") == nil)
    #expect(manifest.objection(toEntryFile: "index.html") != nil)
  }

  @Test func `error page saved as a zip; wrong content accepted by length`() throws {
    let honest = ZipBuilder.site().bytes()
    let page = Array("<html>".utf8) + Array(repeating: UInt8(ascii: " "), count: honest.count - 6)
    let root = try TemporaryFolder()
    let path = try root.write(page, to: "bundle.zip")
    #expect(try BundleInspector().inspect(path: path).refusals == [.notAZip])
    let error = #expect(throws: BundleError.self) {
      try BundleExtractor().extract(
        path: path, into: root.path("staging"),
        expecting: BundleExpectation(sha256: .sha256(of: honest), sizeBytes: UInt64(honest.count)))
    }
    #expect(error?.code == .archiveMismatch)
    #expect(try root.names() == ["bundle.zip"])
  }

  @Test func `names with spaces, %20, +`() throws {
    let names = ["a b.js", "a%20b.js", "a+b.js", "a&b=c#d.js"]
    let root = try TemporaryFolder()
    for name in names { try root.write(Array(name.utf8), to: "site/\(name)") }
    let inspection = try BundlePacker().pack(folder: root.path("site"), to: root.path("out.zip"))
    #expect(
      inspection.manifest?.entries.map(\.path) == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    _ = try BundleExtractor().extract(
      path: root.path("out.zip"), into: root.path("staging"),
      expecting: BundleExpectation(tree: inspection.tree))
    for name in names { #expect(try root.read("staging/\(name)") == Array(name.utf8)) }
  }
}
