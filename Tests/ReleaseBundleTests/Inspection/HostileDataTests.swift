import ReleaseBundle
import ReleaseTesting
import Testing

/// Rows about data: here the directory is sound and only reading finds the fault, so extraction has begun to write and
/// must remove everything again.
@Suite struct HostileDataTests {
  static let text = Array("some content".utf8)

  @Test(arguments: [
    HostileArchive("CRC mismatch", .crcMismatch, entry: "a.js") { zip in
      zip.add("a.js") { $0.both { $0.crc32 ^= 1 } }
    },
    HostileArchive("CRC mismatch of a stored file", .crcMismatch, entry: "a.js") { zip in
      zip.add("a.js") { $0.store(Array("c0ntent".utf8)) }
    },
  ])
  func `a CRC mismatch is a failure`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("stored longer than declared", .sizeMismatch, entry: "a.js") { zip in
      zip.add("a.js") { $0.store(Array("content, and more".utf8)) }
    },
    HostileArchive("deflate longer than declared", .sizeMismatch, entry: "a.js") { zip in
      zip.add("a.js") { $0.both { $0.unpackedSize -= 1 } }
    },
    HostileArchive("deflate shorter than declared", .sizeMismatch, entry: "a.js") { zip in
      zip.add("a.js") { $0.both { $0.unpackedSize += 1 } }
    },
    HostileArchive("bytes after the end of the deflate stream", .sizeMismatch, entry: "a.js") { zip in
      zip.add("a.js") {
        $0.body += Array("hidden".utf8)
        $0.both { $0.packedSize += 6 }
      }
    },
    HostileArchive("a descriptor and more after the end of the deflate stream", .sizeMismatch, entry: "a.js")
    { zip in
      zip.add("a.js") {
        $0.stream()
        $0.body += $0.descriptor + Array("hidden".utf8)
        $0.central.packedSize = UInt32($0.body.count)
        $0.local?.packedSize = 0
        $0.descriptor.replaceSubrange(8..<12, with: [$0.central.packedSize].flatMap { [UInt8($0), 0, 0, 0] })
      }
    },
    HostileArchive("deflate stream cut short", .corruptData, entry: "a.js") { zip in
      zip.add("a.js") {
        $0.body.removeLast(2)
        $0.both { $0.packedSize -= 2 }
      }
    },
    HostileArchive("no deflate stream", .corruptData, entry: "a.js") { zip in
      zip.add("a.js") { $0.body = Array(repeating: 0xFF, count: $0.body.count) }
    },
    HostileArchive("no data at all", .corruptData, entry: "a.js") { zip in
      zip.add("a.js") {
        $0.body = []
        $0.both { $0.packedSize = 0 }
      }
    },
    HostileArchive("data in a folder", .sizeMismatch, entry: "a/") { zip in
      zip.add("a/") {
        $0.body = DeflateStream.storing(text)
        let count = UInt32($0.body.count)
        $0.both {
          $0.method = 8
          $0.packedSize = count
        }
      }
    },
  ])
  func `data that is not as long as declared is a failure`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test func `faults of data and of the directory are reported together`() throws {
    let inspection = try inspect(
      ZipBuilder.site {
        $0.add("../x") { $0.both { $0.crc32 ^= 1 } }
        $0.add("b\\c") { $0.both { $0.unpackedSize += 1 } }
      }.bytes())
    #expect(inspection.refusals == [.parentPart, .backslash, .crcMismatch, .sizeMismatch])
    #expect(inspection.findings.map(\.entry) == ["../x", "b\\c", "../x", "b\\c"])
  }
}
