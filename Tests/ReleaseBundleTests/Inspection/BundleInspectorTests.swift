import Foundation
import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@Suite struct BundleInspectorTests {
  @Test func `describes an accepted bundle`() throws {
    let bytes = ZipBuilder.site { $0.add("js/app.js", "code") }.bytes()
    let inspection = try inspect(bytes)
    #expect(inspection.accepted)
    #expect(inspection.findings == [])
    #expect(inspection.sha256 == .sha256(of: bytes))
    #expect(inspection.sizeBytes == UInt64(bytes.count))
    let manifest = try #require(inspection.manifest)
    #expect(manifest.entry(at: "js/app.js")?.sha256 == .sha256(of: Array("code".utf8)))
    #expect(inspection.tree == manifest.treeSummary)
    #expect(inspection.tree?.sha256 == .sha256(of: manifest.canonicalJSON))
    #expect(inspection.tree?.unpackedBytes == 19)
  }

  @Test func `reads a descriptor without moving or closing it`() throws {
    let root = try TemporaryFolder()
    let descriptor = open(try root.write(ZipBuilder.site().bytes(), to: "bundle.zip"), O_RDONLY)
    defer { close(descriptor) }
    #expect(lseek(descriptor, 5, SEEK_SET) == 5)
    #expect(try BundleInspector().inspect(descriptor: descriptor).accepted)
    #expect(lseek(descriptor, 0, SEEK_CUR) == 5)
    let error = #expect(throws: BundleError.self) { try BundleInspector().inspect(descriptor: -1) }
    #expect(error?.cause == EBADF)
  }

  @Test func `empty files, several index files and one top folder are accepted with warnings`() throws {
    var zip = ZipBuilder()
    zip.add("dist/")
    zip.add("dist/index.html", "")
    zip.add("dist/admin/index.html", "x")
    zip.add("dist/app.js.map", "{}")
    zip.add("dist/.DS_Store", "x")
    zip.add("dist/none/")
    let inspection = try inspect(zip.bytes())
    #expect(inspection.accepted)
    #expect(
      inspection.findings.map { "\($0.code.rawValue) \($0.entry ?? "-")" } == [
        "source_map dist/app.js.map", "finder_file dist/.DS_Store", "several_index_files -",
        "single_top_folder dist",
        "empty_folder dist/none/",
      ])
    #expect(inspection.findings.allSatisfy { $0.severity == .warning })
  }

  @Test func `__MACOSX and large files are pointed out`() throws {
    let inspection = try inspect(
      ZipBuilder.site {
        $0.add("__MACOSX/._index.html")
        $0.add(bytes: Array("big.bin".utf8), Array(repeating: 7, count: 5_000_001))
      }.bytes())
    #expect(inspection.accepted)
    #expect(inspection.warnings == [.finderFile, .largeFile])
  }

  @Test func `findings become JSON with all four members`() throws {
    let findings = try inspect(ZipBuilder().bytes()).findings
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = String(decoding: try encoder.encode(findings), as: UTF8.self)
    #expect(
      json
        == #"[{"code":"no_files","detail":"the archive holds no files; pack the folder with the built web files","entry":null,"severity":"error"}]"#
    )
    #expect(try JSONDecoder().decode([BundleFinding].self, from: Data(json.utf8)) == findings)
  }

  @Test(
    arguments: [
      (Array("<html>502".utf8), "an HTML or XML page"), (Array(" {\"error\":1}".utf8), "a JSON document"),
      ([0x1F, 0x8B, 8], "gzip data"), (Array("7z\u{1}".utf8), "a 7-Zip archive"), ([], "an empty file"),
      (Array("hello".utf8), "something else"),
    ] as [([UInt8], String)])
  func `says what a file is that is no zip`(bytes: [UInt8], noun: String) throws {
    let finding = try #require(try inspect(bytes).findings.first)
    #expect(finding.code == .notAZip)
    #expect(finding.detail == "this is \(noun), not a zip archive; choose the bundle's zip")
  }
}
