import Foundation
import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@Suite struct TreeVerifierTests {
  private let root: TemporaryFolder
  private let manifest: FileManifest

  init() throws {
    root = try TemporaryFolder()
    try Site.write(to: root)
    manifest = FileManifest(
      Site.files.map {
        .init(path: $0.path, sizeBytes: UInt64($0.bytes.count), sha256: .sha256(of: $0.bytes))
      })
  }

  private func differences() throws -> [String] {
    let error = #expect(throws: BundleError.self) {
      try TreeVerifier().verify(folder: root.path("site"), against: manifest)
    }
    #expect(error?.code == .treeMismatch)
    #expect(throws: BundleError.self) {
      try TreeVerifier().verify(folder: root.path("site"), against: manifest.treeSummary)
    }
    return (error?.findings ?? []).map { "\($0.code.rawValue) \($0.entry ?? "")" }
  }

  @Test func `accepts exactly the files of the manifest`() throws {
    try TreeVerifier().verify(folder: root.path("site"), against: manifest)
    #expect(try TreeVerifier().verify(folder: root.path("site"), against: manifest.treeSummary) == manifest)
  }

  @Test func `finds what is missing, extra and changed`() throws {
    try FileManager.default.removeItem(atPath: root.path("site/index.html"))
    try root.write([1], to: "site/assets/extra.js")
    try root.write(Array("body { color: RED }".utf8), to: "site/assets/deep/er/style.css")
    try root.write([0], to: "site/assets/empty.css")
    #expect(
      try differences() == [
        "missing_file index.html", "extra_file assets/extra.js", "changed_file assets/deep/er/style.css",
        "changed_file assets/empty.css",
      ])
  }

  @Test func `finds links, pipes and folders that do not belong there`() throws {
    try FileManager.default.moveItem(atPath: root.path("site/index.html"), toPath: root.path("index.html"))
    try FileManager.default.createSymbolicLink(
      atPath: root.path("site/index.html"), withDestinationPath: root.path("index.html"))
    #expect(mkfifo(root.path("site/fifo"), 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: root.path("site/empty/er"), withIntermediateDirectories: true)
    #expect(
      try differences() == [
        "not_a_regular_file fifo", "symbolic_link index.html", "extra_folder empty/",
        "extra_folder empty/er/",
        "missing_file index.html",
      ])
  }

  @Test func `does not follow links to folders`() throws {
    try FileManager.default.moveItem(atPath: root.path("site/assets"), toPath: root.path("assets"))
    try FileManager.default.createSymbolicLink(
      atPath: root.path("site/assets"), withDestinationPath: root.path("assets"))
    #expect(try differences().first == "symbolic_link assets")
    let whole = #expect(throws: BundleError.self) {
      try FileManager.default.createSymbolicLink(
        atPath: root.path("link"), withDestinationPath: root.path("site"))
      try TreeVerifier().verify(folder: root.path("link"), against: manifest)
    }
    #expect(whole?.code == .wrongFileType)
  }

  @Test func `finds files hidden deeper than a bundle may be`() throws {
    let deep = Array(repeating: "d", count: 70).joined(separator: "/")
    try root.write([1], to: "site/\(deep)/x")
    #expect(try differences().contains { $0.hasPrefix("extra_folder d/") })
  }

  @Test func `a folder that is missing is named`() throws {
    let error = #expect(throws: BundleError.self) {
      try TreeVerifier().verify(folder: root.path("nowhere"), against: manifest)
    }
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("nowhere") == true)
  }

  @Test(.timeLimit(.minutes(1))) func `a file of the wrong length is not read`() throws {
    let huge: off_t = 1 << 40
    #expect(truncate(root.path("site/index.html"), huge) == 0)
    try root.write([], to: "site/extra")
    #expect(truncate(root.path("site/extra"), huge) == 0)
    #expect(try differences() == ["extra_file extra", "changed_file index.html"])
  }
}
