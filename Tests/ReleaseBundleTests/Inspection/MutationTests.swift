import ReleaseBundle
import ReleaseTesting
import Testing

/// An archive that was damaged, whatever the damage, is refused or holds the same files.
@Suite struct MutationTests {
  private static let archive: [UInt8] = {
    var zip = ZipBuilder()
    zip.zip64 = .init()
    zip.add("index.html", "<!doctype html>")
    zip.add("js/n\u{E4}me.js", "streamed") { $0.stream() }
    zip.add("js/", "")
    zip.add("stored.css", "body {}") {
      $0.store(Array("body {}".utf8))
      $0.central.extra = ZipBuilderEntry.extra(0x5455, [3, 1, 2, 3, 4])
    }
    return zip.bytes()
  }()

  @Test(arguments: [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] as [UInt8])
  func `a changed byte is refused or changes no file`(mask: UInt8) throws {
    let honest = try #require(try inspect(Self.archive).manifest)
    let root = try TemporaryFolder()
    var accepted = 0
    for index in Self.archive.indices {
      var damaged = Self.archive
      damaged[index] ^= mask
      let inspection = try inspect(damaged, in: root)
      #expect(inspection.accepted == !inspection.findings.contains { $0.severity == .error })
      guard let manifest = inspection.manifest else { continue }
      accepted += 1
      #expect(manifest == honest, "byte \(index) changed by \(mask)")
    }
    // Times, versions, permissions and unused extra data are not judged.
    #expect(accepted < Self.archive.count / 3)
  }

  @Test func `a removed, doubled or inserted byte is refused`() throws {
    let root = try TemporaryFolder()
    for index in Self.archive.indices {
      var removed = Self.archive
      removed.remove(at: index)
      #expect(try !inspect(removed, in: root).accepted, "byte \(index) removed")
      var inserted = Self.archive
      inserted.insert(inserted[index], at: index)
      #expect(try !inspect(inserted, in: root).accepted, "byte \(index) doubled")
    }
  }

  @Test func `noise behind a zip's signatures is refused`() throws {
    let root = try TemporaryFolder()
    for seed in 0..<200 {
      var noise = Site.noise(count: 300, seed: UInt64(seed))
      noise.replaceSubrange(0..<4, with: [0x50, 0x4B, 3, 4])
      noise.replaceSubrange(278..<282, with: [0x50, 0x4B, 5, 6])
      noise.replaceSubrange(282..<286, with: [0, 0, 0, 0])
      noise[286] = noise[288]
      noise[287] = noise[289]
      noise.replaceSubrange(294..<300, with: [UInt8(seed), 0, 0, 0, 0, 0])
      #expect(try !inspect(noise, in: root).accepted)
    }
  }

  @Test func `findings are bounded`() throws {
    var zip = ZipBuilder()
    for index in 0..<1_500 { zip.add("../\(index)") }
    let findings = try inspect(zip.bytes()).findings
    #expect(findings.filter { $0.severity == .error }.count == 1_001)
    #expect(findings.last?.code == .tooManyFindings)
    #expect(findings.last?.severity == .error)
  }
}
