import ReleaseBundle
import ReleaseTesting
import Testing

@Suite struct Zip64Tests {
  @Test func `honest zip64 end records are accepted`() throws {
    #expect(try inspect(ZipBuilder.site { $0.zip64 = .init() }.bytes()).findings == [])
    let referring = ZipBuilder.site {
      $0.zip64 = .init()
      $0.end.entryCount = .max
      $0.end.directorySize = .max
      $0.end.directoryOffset = .max
    }
    #expect(try inspect(referring.bytes()).findings == [])
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `data descriptors of every form are accepted`(signed: Bool, wide: Bool) throws {
    let zip = ZipBuilder.site {
      $0.add("a") { $0.stream(signed: signed, wide: wide) }
      $0.add("b") { $0.stream(signed: signed, wide: wide) }
      $0.add("empty", "") { $0.stream(signed: signed, wide: wide) }
    }
    #expect(try inspect(zip.bytes()).findings == [])
  }

  @Test(arguments: [
    HostileArchive("counts differ", .invalidZip64) {
      $0.zip64 = .init()
      $0.zip64?.entryCount = 2
    },
    HostileArchive("sizes differ", .invalidZip64) {
      $0.zip64 = .init()
      $0.zip64?.directorySize = 1
    },
    HostileArchive("offsets differ", .invalidZip64) {
      $0.zip64 = .init()
      $0.zip64?.directoryOffset = 1
    },
    HostileArchive("record elsewhere", .invalidZip64) {
      $0.zip64 = .init()
      $0.zip64?.recordOffset = 0
    },
    HostileArchive("record with more data", .invalidZip64) {
      $0.zip64 = .init()
      $0.zip64?.recordSize = 45
    },
    HostileArchive("several disks", .multiDisk) {
      $0.zip64 = .init()
      $0.zip64?.diskCount = 2
    },
    HostileArchive("central field too short", .invalidZip64, entry: "a") {
      $0.add("a") { $0.central.extra = ZipBuilderEntry.extra(1, [0, 0, 0, 0]) }
    },
    HostileArchive("central field not needed", .invalidZip64, entry: "a") {
      $0.add("a") { $0.central.extra = ZipBuilderEntry.extra(1, Array(repeating: 0, count: 8)) }
    },
    HostileArchive("central field missing", .invalidZip64, entry: "a") {
      $0.add("a") { $0.central.unpackedSize = .max }
    },
    HostileArchive("central field twice", .invalidZip64, entry: "a") {
      $0.add("a") {
        let field = ZipBuilderEntry.extra(1, [7, 0, 0, 0, 0, 0, 0, 0])
        $0.central.unpackedSize = .max
        $0.central.extra = field + field
      }
    },
    HostileArchive("local field with one size", .invalidZip64, entry: "a") {
      $0.add("a") {
        $0.local?.unpackedSize = .max
        $0.local?.extra = ZipBuilderEntry.extra(1, [7, 0, 0, 0, 0, 0, 0, 0])
      }
    },
    HostileArchive("local field that says something else", .invalidZip64, entry: "a") {
      $0.add("a") { $0.local?.extra = ZipBuilderEntry.extra(1, [9] + Array(repeating: 0, count: 15)) }
    },
    HostileArchive("local field with another size", .headerSizeMismatch, entry: "a") {
      $0.add("a") {
        $0.local?.unpackedSize = .max
        $0.local?.extra = ZipBuilderEntry.extra(1, [8, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0])
      }
    },
  ])
  func `wrong zip64 fields are refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  /// Numbers that overflow when they are added, negated or cast carelessly.
  static let extremes: [UInt64] = [
    .max, .max - 1, 1 << 63, 1 << 63 - 1, 1 << 62, 1 << 32, 1 << 32 - 1, .max - 100,
  ]

  @Test(arguments: extremes)
  func `huge numbers are refused and never overflow`(number: UInt64) throws {
    let bytes = withUnsafeBytes(of: number.littleEndian) { Array($0) }
    let ends: [WritableKeyPath<ZipBuilder.Zip64Fields, UInt64?>] = [
      \.entryCount, \.directorySize, \.directoryOffset, \.recordOffset,
    ]
    for field in ends {
      let zip = ZipBuilder.site {
        $0.zip64 = .init()
        $0.zip64?[keyPath: field] = number
        $0.end.entryCount = .max
        $0.end.directorySize = .max
        $0.end.directoryOffset = .max
      }
      #expect(try !inspect(zip.bytes()).accepted)
    }
    let entryFields: [WritableKeyPath<ZipBuilderEntry, UInt32>] = [
      \.central.packedSize, \.central.unpackedSize,
    ]
    for field in entryFields {
      for isStreamed in [false, true] {
        let zip = ZipBuilder.site {
          $0.add("a") {
            if isStreamed { $0.stream(wide: true) }
            $0[keyPath: field] = .max
            $0.central.extra = ZipBuilderEntry.extra(1, bytes)
          }
          $0.add("b")
        }
        #expect(try !inspect(zip.bytes()).accepted)
      }
    }
    let offset = ZipBuilder.site {
      $0.add("a") {
        $0.localOffset = .max
        $0.central.extra = ZipBuilderEntry.extra(1, bytes)
      }
    }
    #expect(try !inspect(offset.bytes()).accepted)
  }
}
