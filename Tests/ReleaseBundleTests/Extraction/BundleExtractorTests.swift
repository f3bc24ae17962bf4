import Foundation
import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@Suite struct BundleExtractorTests {
  private let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private func extract(
    _ zip: ZipBuilder, expecting expectation: BundleExpectation = BundleExpectation(),
    limits: BundleLimits = .standard
  ) throws -> FileManifest {
    try BundleExtractor(limits: limits).extract(
      path: root.write(zip.bytes(), to: "bundle.zip"), into: root.path("staging"), expecting: expectation)
  }

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(root.path(path), &status) == 0)
    return status.st_mode & 0o7777
  }

  @Test func `writes exactly the files of the manifest`() throws {
    let manifest = try extract(
      .site {
        $0.add("js/app.js", "code")
        $0.add("js/deep/er/a.css", "")
        $0.add("z.txt", "end")
      })
    #expect(manifest.entries.map(\.path) == ["index.html", "js/app.js", "js/deep/er/a.css", "z.txt"])
    #expect(try root.read("staging/js/app.js") == Array("code".utf8))
    #expect(try root.read("staging/js/deep/er/a.css") == [])
    try TreeVerifier().verify(folder: root.path("staging"), against: manifest)
  }

  @Test func `permission bits from the zip are not taken over`() throws {
    let previous = umask(0o077)
    defer { umask(previous) }
    _ = try extract(
      .site {
        $0.add("bin/tool") { $0.externalAttributes = 0o104755 << 16 }
        $0.add("secret") { $0.externalAttributes = 0o100000 << 16 }
        $0.add("folder/") { $0.externalAttributes = 0o041777 << 16 }
        $0.add("folder/a")
      })
    for file in ["index.html", "bin/tool", "secret", "folder/a"] {
      #expect(try mode("staging/\(file)") == 0o644)
    }
    for folder in ["", "/bin", "/folder"] { #expect(try mode("staging\(folder)") == 0o755) }
  }

  @Test func `folders without files are not made`() throws {
    let manifest = try extract(.site { $0.add("empty/deep/") })
    #expect(try root.names(in: "staging") == ["index.html"])
    try TreeVerifier().verify(folder: root.path("staging"), against: manifest)
  }

  @Test func `extracts into an empty folder that is there`() throws {
    try FileManager.default.createDirectory(atPath: root.path("staging"), withIntermediateDirectories: false)
    #expect(try extract(.site()).fileCount == 1)
  }

  @Test func `leaves a folder alone that already holds something`() throws {
    try root.write([1], to: "staging/mine")
    let error = #expect(throws: BundleError.self) { try extract(.site()) }
    #expect(error?.code == .stagingNotEmpty)
    #expect(try root.names(in: "staging") == ["mine"])
  }

  @Test func `does not follow a link in place of the folder`() throws {
    try root.write([], to: "elsewhere/.keep")
    try FileManager.default.removeItem(atPath: root.path("elsewhere/.keep"))
    try FileManager.default.createSymbolicLink(
      atPath: root.path("staging"), withDestinationPath: root.path("elsewhere"))
    let error = #expect(throws: BundleError.self) { try extract(.site()) }
    #expect(error?.code == .wrongFileType)
    #expect(try root.names(in: "elsewhere") == [])
  }

  @Test func `a folder to extract into that has no parent is named`() throws {
    let archive = try root.write(ZipBuilder.site().bytes(), to: "bundle.zip")
    let error = #expect(throws: BundleError.self) {
      try BundleExtractor().extract(
        path: archive, into: root.path("no/staging"), expecting: BundleExpectation())
    }
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("no/staging") == true)
  }

  @Test func `a wrong digest or length is refused before anything is written`() throws {
    let zip = ZipBuilder.site()
    let bytes = zip.bytes()
    let honest = BundleExpectation(sha256: .sha256(of: bytes), sizeBytes: UInt64(bytes.count))
    for wrong in [
      BundleExpectation(sha256: .sha256(of: [1])), BundleExpectation(sizeBytes: UInt64(bytes.count) + 1),
    ] {
      let error = #expect(throws: BundleError.self) { try extract(zip, expecting: wrong) }
      #expect(error?.code == .archiveMismatch)
      #expect(error?.message.contains("proxy") == true)
      #expect(try root.names() == ["bundle.zip"])
    }
    #expect(try extract(zip, expecting: honest).fileCount == 1)
  }

  @Test func `another tree than expected is refused and removed`() throws {
    let other = FileManifest([.init(path: "index.html", sizeBytes: 1, sha256: .sha256(of: [1]))])
    let error = #expect(throws: BundleError.self) {
      try extract(.site { $0.add("a/b/c") }, expecting: BundleExpectation(tree: other.treeSummary))
    }
    #expect(error?.code == .treeMismatch)
    #expect(try root.names() == ["bundle.zip"])
  }

  @Test func `a fault in the last of many files removes all of them`() throws {
    let error = #expect(throws: BundleError.self) {
      try extract(
        .site {
          $0.add("a/b/c")
          $0.add("a/d")
          $0.add("e") { $0.both { $0.crc32 ^= 1 } }
        })
    }
    #expect(error?.findings.map(\.code) == [.crcMismatch])
    #expect(try root.names() == ["bundle.zip"])
  }

  @Test func `the folder that was there stays, empty, after a fault`() throws {
    try FileManager.default.createDirectory(atPath: root.path("staging"), withIntermediateDirectories: false)
    #expect(throws: BundleError.self) { try extract(.site { $0.add("a/e") { $0.both { $0.crc32 ^= 1 } } }) }
    #expect(try root.names() == ["bundle.zip", "staging"])
    #expect(try root.names(in: "staging") == [])
  }

  @Test func `limits hold while extracting too`() throws {
    let error = #expect(throws: BundleError.self) {
      try extract(.site(), limits: BundleLimits(maximumFileBytes: 3))
    }
    #expect(error?.findings.map(\.code) == [.fileTooLarge])
  }

  @Test func `an archive that is missing, a folder or a fifo is named`() throws {
    #expect(mkfifo(root.path("fifo"), 0o600) == 0)
    for (name, code) in [
      ("missing", BundleErrorCode.notFound), ("", .wrongFileType), ("fifo", .wrongFileType),
    ] {
      let error = #expect(throws: BundleError.self) { try BundleInspector().inspect(path: root.path(name)) }
      #expect(error?.code == code)
      #expect(error?.message.contains(root.path) == true)
    }
  }
}
