import Foundation
import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@Suite struct BundlePackerTests {
  private let root: TemporaryFolder

  init() throws {
    root = try TemporaryFolder()
    try Site.write(to: root, adding: [Site.accented])
  }

  @discardableResult
  private func pack(
    _ folder: String = "site", to zip: String = "out.zip", limits: BundleLimits = .standard
  ) throws -> BundleInspection {
    try BundlePacker(limits: limits).pack(folder: root.path(folder), to: root.path(zip))
  }

  private func refusals(_ limits: BundleLimits = .standard) throws -> [BundleFindingCode] {
    let error = #expect(throws: BundleError.self) { try pack(limits: limits) }
    #expect(error?.code == .bundleRejected)
    #expect(try root.names() == ["site"])
    return error?.findings.map(\.code) ?? []
  }

  @Test func `packs what extracts to the same files`() throws {
    let inspection = try pack()
    #expect(inspection.findings == [])
    #expect(inspection.sha256 == .sha256(of: try root.read("out.zip")))
    #expect(try root.names() == ["out.zip", "site"])
    let manifest = try #require(inspection.manifest)
    #expect(manifest.fileCount == Site.files.count + 1)
    try TreeVerifier().verify(folder: root.path("site"), against: manifest)
    let extracted = try BundleExtractor().extract(
      path: root.path("out.zip"), into: root.path("staging"),
      expecting: BundleExpectation(tree: inspection.tree))
    #expect(extracted == manifest)
  }

  @Test func `makes the same bytes whatever clock, order, umask and permissions are`() throws {
    let first = try pack()
    let previous = umask(0o077)
    defer { umask(previous) }
    for file in (Site.files + [Site.accented]).reversed() {
      try root.write(file.bytes, to: "again/\(file.path)")
    }
    try FileManager.default.createDirectory(
      atPath: root.path("again/empty"), withIntermediateDirectories: false)
    #expect(chmod(root.path("again/index.html"), 0o755) == 0)
    var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
    #expect(utimes(root.path("again/index.html"), &times) == 0)
    let second = try pack("again", to: "second.zip")
    #expect(first.sha256 == second.sha256)
    #expect(try root.read("out.zip") == root.read("second.zip"))
  }

  @Test func `stores what does not become smaller`() throws {
    try pack()
    #expect(try root.read("out.zip").count < Site.files.reduce(0) { $0 + $1.bytes.count })
    try Tool.run("python3 -c \"\(Self.methods)\" > methods", in: root.path)
    #expect(
      String(decoding: try root.read("methods"), as: UTF8.self)
        .contains(
          "{'assets/app-4f2a.js': 8, 'assets/deep/er/style.css': 0, 'assets/empty.css': 0, 'assets/logo.png': 0"
        ))
  }

  private static let methods = """
    import zipfile; print({i.filename: i.compress_type for i in zipfile.ZipFile('out.zip').infolist()})
    """

  @Test(arguments: [
    "unzip -q ../out.zip", "bsdtar -xf ../out.zip", "7z x -bd ../out.zip", "jar xf ../out.zip",
  ])
  func `other tools unpack the same files`(script: String) throws {
    let tool = Tool(name: String(script.prefix { $0 != " " }))
    guard tool.isInstalled else { try Test.cancel("\(tool.name) is not installed") }
    let manifest = try #require(try pack().manifest)
    try root.write([], to: "unpacked/.keep")
    try FileManager.default.removeItem(atPath: root.path("unpacked/.keep"))
    try Tool.run(script, in: root.path("unpacked"))
    try TreeVerifier().verify(folder: root.path("unpacked"), against: manifest)
  }

  @Test func `links of every sort are refused`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: root.path("site/link"), withDestinationPath: "index.html")
    try FileManager.default.createSymbolicLink(atPath: root.path("site/up"), withDestinationPath: "../..")
    #expect(try refusals() == [.symbolicLink, .symbolicLink])
  }

  @Test func `hard links are files like others`() throws {
    try FileManager.default.linkItem(
      atPath: root.path("site/index.html"), toPath: root.path("site/same.html"))
    #expect(try pack().manifest?.entry(at: "same.html") != nil)
  }

  @Test func `pipes are refused`() throws {
    #expect(mkfifo(root.path("site/fifo"), 0o600) == 0)
    #expect(try refusals() == [.notARegularFile])
  }

  @Test(arguments: [
    ("CON.js", BundleFindingCode.reservedName), ("a:b", .driveLetter), ("a\\b", .backslash),
    ("a?", .reservedCharacter),
    ("ends.", .trailingDotOrSpace), ("line\nbreak", .controlCharacter),
    ("turn\u{202E}ed", .bidirectionalControl),
    ("INDEX.html", .nameCollision),
  ])
  func `names that an inspection refuses are refused with the same code`(
    name: String, code: BundleFindingCode
  ) throws {
    try root.write([], to: "site/\(name)")
    #expect(try refusals() == [code])
  }

  @Test func `a name that is not UTF-8 is refused`() throws {
    let path = root.path("site/n").utf8CString.dropLast() + [CChar(bitPattern: 0xE4), 0]
    let descriptor = open(Array(path), O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    #expect(try refusals() == [.nameNotUTF8])
  }

  @Test func `an archive inside the folder is refused`() throws {
    for zip in ["site/out.zip", "site/assets/out.zip", "site/../site/out.zip"] {
      let error = #expect(throws: BundleError.self) { try pack(to: zip) }
      #expect(error?.code == .outputInsideFolder)
    }
    #expect(try root.names(in: "site").contains { $0.hasSuffix(".zip") || $0.hasSuffix(".partial") } == false)
  }

  @Test func `an empty or missing folder is refused`() throws {
    try FileManager.default.createDirectory(
      atPath: root.path("empty/inner"), withIntermediateDirectories: true)
    #expect(throws: BundleError.self) { try pack("empty") }
    let missing = #expect(throws: BundleError.self) { try pack("missing") }
    #expect(missing?.code == .notFound)
    let file = #expect(throws: BundleError.self) { try pack("site/index.html") }
    #expect(file?.code == .wrongFileType)
    #expect(try root.names() == ["empty", "site"])
  }

  @Test func `limits are those of an inspection`() throws {
    #expect(try refusals(BundleLimits(maximumFileBytes: 70_000)) == [.fileTooLarge])
    #expect(try refusals(BundleLimits(maximumUnpackedBytes: 100_000)) == [.bundleTooLarge])
    #expect(try refusals(BundleLimits(maximumEntries: 3)) == [.tooManyEntries])
    #expect(try refusals(BundleLimits(maximumArchiveBytes: 10_000)) == [.archiveTooLarge])
    try root.write(Array(repeating: 0, count: 3 << 20), to: "site/zeros")
    #expect(try refusals() == [.ratioTooHigh])
  }

  @Test func `replaces an older archive and follows no link to it`() throws {
    try root.write([1], to: "precious")
    try FileManager.default.createSymbolicLink(
      atPath: root.path("out.zip"), withDestinationPath: root.path("precious"))
    try pack()
    #expect(try root.read("precious") == [1])
    #expect(try BundleInspector().inspect(path: root.path("out.zip")).accepted)
  }
}
