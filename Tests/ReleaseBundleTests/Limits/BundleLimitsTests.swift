import Foundation
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@Suite struct BundleLimitsTests {
  @Test func `more entries than allowed are refused before they are read`() throws {
    var zip = ZipBuilder()
    for index in 0..<4 { zip.add("file\(index)") }
    let limits = try BundleLimits(maximumEntries: 3)
    #expect(try inspect(zip.bytes(), limits: limits).refusals == [.tooManyEntries])
    #expect(try inspect(zip.bytes(), limits: BundleLimits(maximumEntries: 4)).accepted)
  }

  @Test func `20,001 empty entries are refused by default`() throws {
    var zip = ZipBuilder()
    for index in 0...BundleLimits.standard.maximumEntries { zip.add("f\(index)", "") { $0.store([]) } }
    #expect(try inspect(zip.bytes()).refusals == [.tooManyEntries])
  }

  @Test func `a path 2,100 levels deep is refused`() throws {
    let path = Array(repeating: "d", count: 2_100).joined(separator: "/")
    let inspection = try inspect(ZipBuilder.site { $0.add(path) }.bytes())
    #expect(inspection.refusals == [.pathTooLong, .pathTooDeep])
  }

  @Test(arguments: [(64, true), (65, false)])
  func `a path may have 64 parts`(depth: Int, isAccepted: Bool) throws {
    let path = Array(repeating: "d", count: depth).joined(separator: "/")
    #expect(try inspect(ZipBuilder.site { $0.add(path) }.bytes()).accepted == isAccepted)
  }

  @Test(arguments: [(1_024, true), (1_025, false)])
  func `a path may have 1,024 bytes`(length: Int, isAccepted: Bool) throws {
    let part = String(repeating: "x", count: 99) + "/"
    let path = String(String(repeating: part, count: 11).prefix(length - 1)) + "y"
    #expect(path.utf8.count == length)
    #expect(try inspect(ZipBuilder.site { $0.add(path) }.bytes()).accepted == isAccepted)
  }

  @Test func `a file, a total or an archive over its limit is refused`() throws {
    let zip = ZipBuilder.site { $0.add("a", String(repeating: "x", count: 1_000)) }.bytes()
    #expect(try inspect(zip, limits: BundleLimits(maximumFileBytes: 999)).refusals == [.fileTooLarge])
    #expect(try inspect(zip, limits: BundleLimits(maximumUnpackedBytes: 1_014)).refusals == [.bundleTooLarge])
    #expect(try inspect(zip, limits: BundleLimits(maximumArchiveBytes: 1_000)).refusals == [.archiveTooLarge])
    let exact = try BundleLimits(
      maximumFileBytes: 1_000, maximumUnpackedBytes: 1_015, maximumArchiveBytes: UInt64(zip.count))
    #expect(try inspect(zip, limits: exact).accepted)
  }

  @Test func `a zip bomb is refused by what it declares`() throws {
    let inspection = try inspect(
      ZipBuilder.site {
        $0.add("bomb") { bomb in
          bomb.body = Site.noise(count: 97_000)
          bomb.both {
            $0.packedSize = 97_000
            $0.unpackedSize = 100_000_000
          }
        }
      }.bytes())
    #expect(inspection.refusals == [.ratioTooHigh, .ratioTooHigh])
    #expect(inspection.findings.map(\.entry) == ["bomb", nil])
  }

  @Test(.enabled(if: Tool(name: "python3").isInstalled)) func `a zip bomb of a real packer is refused`()
    throws
  {
    let root = try TemporaryFolder()
    let script = """
      python3 -c "import zipfile
      z = zipfile.ZipFile('out.zip', 'w', zipfile.ZIP_DEFLATED, compresslevel=9)
      z.writestr('zeros', bytes(100_000_000))"
      """
    try Tool.run(script, in: root.path)
    let inspection = try BundleInspector().inspect(path: root.path("out.zip"))
    #expect(inspection.refusals == [.ratioTooHigh, .ratioTooHigh])
    let generous = try BundleLimits(maximumRatio: 2_000)
    #expect(try BundleInspector(limits: generous).inspect(path: root.path("out.zip")).accepted)
  }

  @Test(.enabled(if: Tool(name: "python3").isInstalled)) func `a short file of zeros is no bomb`() throws {
    let root = try TemporaryFolder()
    let script = """
      python3 -c "import zipfile
      z = zipfile.ZipFile('out.zip', 'w', zipfile.ZIP_DEFLATED, compresslevel=9)
      z.writestr('zeros', bytes(1 << 20))"
      """
    try Tool.run(script, in: root.path)
    #expect(try BundleInspector().inspect(path: root.path("out.zip")).accepted)
  }

  @Test func `names too many to keep are refused by the size of the directory`() throws {
    let zip = ZipBuilder.site { zip in
      for index in 0..<3 {
        zip.add("f\(index)") {
          $0.central.extra = ZipBuilderEntry.extra(0xCAFE, Array(repeating: 0, count: 60_000))
        }
      }
    }
    #expect(
      try inspect(zip.bytes(), limits: BundleLimits(maximumEntries: 10)).refusals == [.invalidDirectory])
  }

  @Test func `reads limits from JSON and takes the standard ones for the rest`() throws {
    let json = Data(#"{"maximumEntries": 5, "maximumRatio": 50}"#.utf8)
    let limits = try JSONDecoder().decode(BundleLimits.self, from: json)
    #expect(limits == (try BundleLimits(maximumEntries: 5, maximumRatio: 50)))
    #expect(try JSONDecoder().decode(BundleLimits.self, from: JSONEncoder().encode(limits)) == limits)
    #expect(try JSONDecoder().decode(BundleLimits.self, from: Data("{}".utf8)) == .standard)
  }

  @Test(arguments: [
    #"{"maximumEntries": 0}"#, #"{"maximumEntries": 65535}"#, #"{"maximumFileBytes": 0}"#,
    #"{"maximumUnpackedBytes": 0}"#, #"{"maximumRatio": 0}"#, #"{"maximumArchiveBytes": 4294967296}"#,
  ])
  func `refuses limits out of bounds`(json: String) throws {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(BundleLimits.self, from: Data(json.utf8)) }
  }
}
