import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

/// Bundles long enough to be read by several threads.
@Suite struct LanesTests {
  private static func zip(faultIn faulty: Int? = nil) -> ZipBuilder {
    .site {
      for index in 0..<30 {
        let data = Site.noise(count: 80_000 + index, seed: UInt64(index))
        $0.add(bytes: Array("folder\(index % 7)/file\(index)".utf8), data) {
          if index == faulty { $0.both { $0.crc32 ^= 1 } }
        }
      }
    }
  }

  @Test func `every file is read once and named rightly`() throws {
    let root = try TemporaryFolder()
    let path = try root.write(Self.zip().bytes(), to: "bundle.zip")
    let inspection = try BundleInspector().inspect(path: path)
    #expect(inspection.findings == [])
    let manifest = try #require(inspection.manifest)
    #expect(manifest.fileCount == 31)
    for index in 0..<30 {
      let entry = try #require(manifest.entry(at: "folder\(index % 7)/file\(index)"))
      #expect(entry.sizeBytes == UInt64(80_000 + index))
      #expect(entry.sha256 == .sha256(of: Site.noise(count: 80_000 + index, seed: UInt64(index))))
    }
    let extracted = try BundleExtractor().extract(
      path: path, into: root.path("staging"), expecting: BundleExpectation(tree: inspection.tree))
    #expect(extracted == manifest)
    try TreeVerifier().verify(folder: root.path("staging"), against: manifest)
  }

  @Test(arguments: [0, 29])
  func `a fault on one thread ends the others and leaves nothing`(faulty: Int) throws {
    let root = try TemporaryFolder()
    let path = try root.write(Self.zip(faultIn: faulty).bytes(), to: "bundle.zip")
    #expect(try BundleInspector().inspect(path: path).refusals == [.crcMismatch])
    let error = #expect(throws: BundleError.self) {
      try BundleExtractor().extract(path: path, into: root.path("staging"), expecting: BundleExpectation())
    }
    #expect(error?.findings.map(\.entry) == ["folder\(faulty % 7)/file\(faulty)"])
    #expect(try root.names() == ["bundle.zip"])
  }
}
