import ReleaseModel
import ReleaseTesting
import Testing

@testable import ReleaseBundle

/// Both ways of unpacking: in one block, and, when no entry is short enough for that, piece by piece.
@Suite struct EntryDecoderTests {
  private static let blockSizes: [UInt64] = [8 << 20, 0]

  /// The bytes that the decoder hands over for the only entry of an archive, and what it thinks of them.
  private func decode(_ zip: ZipBuilder, _ blockBytes: UInt64) throws -> (
    handedOver: Int, outcome: EntryDecoder.Outcome
  ) {
    let root = try TemporaryFolder()
    let file = try ArchiveFile(path: root.write(zip.bytes(), to: "bundle.zip"))
    var log = FindingLog()
    let entries = try #require(try ZipDirectoryReader(limits: .standard).read(file, &log))
    #expect(log.findings == [])
    var handedOver = 0
    var decoder = try EntryDecoder(file, blockBytes: blockBytes)
    let outcome = try decoder.decode(try #require(entries.first)) { bytes throws(BundleError) in
      handedOver += bytes.count
    }
    return (handedOver, outcome)
  }

  private func zip(_ data: [UInt8], declaring size: UInt32) -> ZipBuilder {
    var zip = ZipBuilder()
    zip.add(bytes: Array("a.bin".utf8), data) { $0.both { $0.unpackedSize = size } }
    return zip
  }

  @Test(arguments: [0, 1, 999_999] as [UInt32], blockSizes)
  func `never hands over more bytes than were declared`(declared: UInt32, blockBytes: UInt64) throws {
    let (handedOver, outcome) = try decode(zip(Site.noise(count: 1_000_000), declaring: declared), blockBytes)
    #expect(handedOver <= Int(declared))
    guard case .refused(.sizeMismatch, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 1_000_000], blockSizes)
  func `hands over every byte of a sound entry`(count: Int, blockBytes: UInt64) throws {
    let data = Site.noise(count: count)
    let (handedOver, outcome) = try decode(zip(data, declaring: UInt32(count)), blockBytes)
    #expect(handedOver == count)
    guard case .sound(let digest) = outcome, digest == .sha256(of: data) else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test(arguments: blockSizes)
  func `refuses data that ends before the packed size`(blockBytes: UInt64) throws {
    var zip = zip(Site.noise(count: 1000), declaring: 1000)
    zip.entries[0].body += [0, 0]
    zip.entries[0].both { $0.packedSize += 2 }
    guard case .refused(.sizeMismatch, _) = try decode(zip, blockBytes).outcome else {
      Issue.record("accepted")
      return
    }
  }

  @Test(arguments: blockSizes)
  func `refuses data that is cut short`(blockBytes: UInt64) throws {
    var zip = zip(Site.noise(count: 1000), declaring: 1000)
    zip.entries[0].body.removeLast()
    zip.entries[0].both { $0.packedSize -= 1 }
    guard case .refused(.corruptData, _) = try decode(zip, blockBytes).outcome else {
      Issue.record("accepted")
      return
    }
  }
}
