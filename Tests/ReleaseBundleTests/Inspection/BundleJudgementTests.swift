import ReleaseModel
import ReleaseTesting
import Testing

@testable import ReleaseBundle

@Suite struct BundleJudgementTests {
  private let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private func zip(_ change: (inout ZipBuilderEntry) -> Void = { _ in }) -> [UInt8] {
    var zip = ZipBuilder()
    zip.add("index.html")
    zip.add(bytes: Array("a.bin".utf8), Site.noise(count: 3_000_000), change: change)
    return zip.bytes()
  }

  @Test func `comes to the verdict of an inspection, and knows digest and length`() throws {
    let bytes = zip()
    let path = try root.write(bytes, to: "bundle.zip")
    let judgement = try BundleJudgement(path: path, limits: .standard)
    #expect(judgement.sizeBytes == UInt64(bytes.count))
    #expect(try judgement.sha256() == .sha256(of: bytes))
    #expect(try judgement.inspection() == BundleInspector().inspect(path: path))
    #expect(try judgement.inspection().accepted, "asked again")
  }

  @Test func `gives the digest of an archive that it refuses, too`() throws {
    let bytes = zip { $0.both { $0.crc32 ^= 1 } }
    let judgement = try BundleJudgement(path: root.write(bytes, to: "bundle.zip"), limits: .standard)
    #expect(try judgement.sha256() == .sha256(of: bytes))
    #expect(try judgement.inspection().refusals == [.crcMismatch])
  }

  @Test func `keeps a verdict that is known already`() throws {
    let bytes = zip()
    let inspection = try BundleInspector().inspect(path: root.write(bytes, to: "bundle.zip"))
    let judgement = BundleJudgement(inspection)
    #expect(try judgement.inspection() == inspection)
    #expect(try judgement.sha256() == .sha256(of: bytes))
    #expect(judgement.sizeBytes == UInt64(bytes.count))
  }

  @Test func `needs an archive to begin with`() {
    let error = #expect(throws: BundleError.self) {
      try BundleJudgement(path: root.path("nowhere.zip"), limits: .standard)
    }
    #expect(error?.code == .notFound)
  }

  @Test func `hands a failure to everybody who waits`() {
    let work = Background<Int> { () throws(BundleError) in throw BundleError(.diskFull, "full") }
    for _ in 0..<2 {
      #expect(throws: BundleError.self) { try work.value() }
    }
  }
}
