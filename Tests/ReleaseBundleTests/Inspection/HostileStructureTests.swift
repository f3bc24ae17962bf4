import ReleaseBundle
import ReleaseTesting
import Testing

/// Every other way in which an archive could mean two things.
@Suite struct HostileStructureTests {
  @Test(arguments: [
    HostileArchive("comment", .archiveComment) { $0.end.comment = Array("hello".utf8) },
    HostileArchive("bytes after the end", .bytesAfterEndRecord) { $0.suffix = Array("tail".utf8) },
    HostileArchive("zeros after the end", .bytesAfterEndRecord) {
      $0.suffix = Array(repeating: 0, count: 10_000)
    },
    HostileArchive("comment cut off", .missingEndRecord) { $0.end.commentLength = 5 },
    HostileArchive("part of several", .multiDisk) { $0.end.disk = 1 },
    HostileArchive("directory on another disk", .multiDisk) { $0.end.directoryDisk = 1 },
    HostileArchive("fewer entries on this disk", .multiDisk) { $0.end.entriesOnDisk = 0 },
    HostileArchive("entry on another disk", .multiDisk, entry: "a") { $0.add("a") { $0.diskStart = 1 } },
    HostileArchive("counts too few", .entryCountMismatch, entry: "a") {
      $0.add("a")
      $0.end.entryCount = 1
    },
    HostileArchive("counts too many", .entryCountMismatch) { $0.end.entryCount = 2 },
    HostileArchive("bytes before", .bytesBeforeFirstEntry) { $0.prefix = Array("#!/bin/sh\n".utf8) },
    HostileArchive("bytes before, not counted", .bytesBeforeFirstEntry) {
      $0.prefix = Array("#!/bin/sh\n".utf8)
      $0.offsetsCountPrefix = false
    },
    HostileArchive("gap between entries", .gapBetweenEntries, entry: "a") {
      $0.add("a") { $0.before = [0] }
    },
    HostileArchive("gap before the directory", .gapBeforeDirectory) { $0.beforeDirectory = [1, 2, 3] },
    HostileArchive("gap before the end record", .gapBeforeEndRecord) { $0.afterDirectory = [1, 2, 3] },
    HostileArchive("end record in a gap", .gapBeforeDirectory, .secondEndRecord) {
      $0.beforeDirectory = [1, 2, 3] + ZipBuilder().bytes()
    },
    HostileArchive("unlisted last entry", .unlistedEntry, entry: "hidden") {
      $0.add("hidden") { $0.listings = 0 }
    },
    HostileArchive("directory before its place", .bytesBeforeFirstEntry) { $0.end.directoryOffset = 1 },
    HostileArchive("directory beyond the end", .invalidDirectory) { $0.end.directoryOffset = .max },
    HostileArchive("directory too long", .invalidDirectory) { $0.end.directorySize = .max - 1 },
    HostileArchive("damaged directory", .invalidDirectory) {
      $0.afterDirectory = [9, 9, 9, 9]
      $0.end.directorySize = 46 + 10 + 4
      $0.end.entryCount = 2
    },
    HostileArchive("no files", .noFiles, bytes: ZipBuilder().bytes()),
    HostileArchive("only folders", .noFiles, bytes: onlyFolders.bytes()),
    HostileArchive("no local header", .missingLocalHeader, entry: "a") {
      $0.add("a") {
        $0.local = nil
        $0.body = Array(repeating: 7, count: 60)
      }
    },
    HostileArchive("offset far outside", .unlistedEntry, .missingLocalHeader, entry: "a") {
      $0.add("a") { $0.localOffset = .max - 1 }
    },
    HostileArchive("data into the directory", .overlappingEntries, entry: "a") {
      $0.add("a") { $0.both { $0.packedSize = 1_000_000 } }
    },
  ])
  func `an archive that is not one row of entries is refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("method", .headerMethodMismatch, entry: "a") { $0.add("a") { $0.local?.method = 0 } },
    HostileArchive("flags", .headerFlagsMismatch, entry: "a") { $0.add("a") { $0.local?.flags = 1 << 11 } },
    HostileArchive("CRC", .headerCRCMismatch, entry: "a") { $0.add("a") { $0.local?.crc32 ^= 1 } },
    HostileArchive("CRC zero", .headerCRCMismatch, entry: "a") { $0.add("a") { $0.local?.crc32 = 0 } },
    HostileArchive("packed size", .headerSizeMismatch, entry: "a") {
      $0.add("a") { $0.local?.packedSize += 1 }
    },
    HostileArchive("unpacked size", .headerSizeMismatch, entry: "a") {
      $0.add("a") { $0.local?.unpackedSize = 0 }
    },
    HostileArchive("CRC of a streamed entry", .headerCRCMismatch, entry: "a") {
      $0.add("a") {
        $0.stream()
        $0.local?.crc32 = 1
      }
    },
    HostileArchive("descriptor with another CRC", .dataDescriptorMismatch, entry: "a") {
      $0.add("a") {
        $0.stream()
        $0.descriptor[4] ^= 1
      }
    },
    HostileArchive("descriptor missing", .dataDescriptorMismatch, entry: "a") {
      $0.add("a") {
        $0.stream()
        $0.descriptor = []
      }
    },
    HostileArchive("descriptor cut short", .dataDescriptorMismatch, entry: "a") {
      $0.add("a") {
        $0.stream()
        $0.descriptor.removeLast()
      }
    },
    HostileArchive("bytes after the descriptor", .gapBeforeDirectory) {
      $0.add("a") {
        $0.stream()
        $0.descriptor += [0]
      }
    },
    HostileArchive("descriptor that no flag announces", .gapBeforeDirectory) {
      $0.add("a") {
        $0.stream()
        let honest = $0.central
        $0.both { $0.flags = 0 }
        $0.local?.crc32 = honest.crc32
        $0.local?.packedSize = honest.packedSize
        $0.local?.unpackedSize = honest.unpackedSize
      }
    },
  ])
  func `headers that differ are refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("damaged in the directory", .invalidExtraField, entry: "a") {
      $0.add("a") { $0.central.extra = [1, 2, 3] }
    },
    HostileArchive("damaged before the data", .invalidExtraField, entry: "a") {
      $0.add("a") { $0.local?.extra = [0x55, 0x54, 0xFF, 0xFF, 0] }
    },
    HostileArchive("PKWARE Unix, which can name a link", .unsupportedExtraField, entry: "a") {
      $0.add("a") {
        $0.local?.extra = ZipBuilderEntry.extra(0x000D, Array(repeating: 0, count: 12) + Array("/etc".utf8))
      }
    },
    HostileArchive("ASi Unix, which can make a link", .unsupportedExtraField, entry: "a") {
      $0.add("a") { $0.central.extra = ZipBuilderEntry.extra(0x756E, Array(repeating: 0, count: 14)) }
    },
    HostileArchive("end record in extra data", .secondEndRecord, entry: "a") {
      $0.add("a") { $0.central.extra = ZipBuilderEntry.extra(0xCAFE, ZipBuilder().bytes()) }
    },
    HostileArchive("end record in an entry's comment", .secondEndRecord, entry: "a") {
      $0.add("a") { $0.comment = ZipBuilder().bytes() }
    },
    HostileArchive("unknown flag", .unsupportedFlags, entry: "a") {
      $0.add("a") { $0.both { $0.flags = 1 << 5 } }
    },
    HostileArchive("stored with two sizes", .sizeMismatch, entry: "a") {
      $0.add("a") {
        $0.store(Array("content".utf8))
        $0.both { $0.unpackedSize += 1 }
      }
    },
  ])
  func `fields that tools read differently are refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("empty name", .emptyName, entry: nil) { $0.add("") },
    HostileArchive(named: "a//b", .emptyPart), HostileArchive(named: "./a", .dotPart),
    HostileArchive(named: "a/./b", .dotPart), HostileArchive(named: "a/../b", .parentPart),
    HostileArchive(named: "C:/a", .driveLetter), HostileArchive(named: "c:a", .driveLetter),
    HostileArchive(named: String(repeating: "x", count: 256), .partTooLong),
    HostileArchive(named: "../bundle-evil/a.js", .parentPart),
    HostileArchive("not UTF-8", .nameNotUTF8, entry: "n\\xE4me") {
      $0.add(bytes: [0x6E, 0xE4, 0x6D, 0x65]) { $0.both { $0.flags = 1 << 11 } }
    },
    HostileArchive("overlong UTF-8", .nameNotUTF8, entry: "\\xC0\\xAE\\xC0\\xAE/x") {
      $0.add(bytes: [0xC0, 0xAE, 0xC0, 0xAE, 0x2F, 0x78])
    },
    HostileArchive("UTF-8 names without the flag", .utf8FlagMissing, entry: "n\u{E4}me") {
      $0.add("n\u{E4}me") { $0.both { $0.flags = 0 } }
    },
    HostileArchive("file with a folder's mode", .kindMismatch, entry: "a") {
      $0.add("a") { $0.externalAttributes = 0o040755 << 16 }
    },
    HostileArchive("file with a folder's DOS attribute", .kindMismatch, entry: "a") {
      $0.add("a") { $0.externalAttributes = 0x10 }
    },
    HostileArchive("folder with a file's mode", .kindMismatch, entry: "a/") {
      $0.add("a/") { $0.externalAttributes = 0o100644 << 16 }
    },
    HostileArchive("DOS volume label", .notARegularFile, entry: "a") {
      $0.add("a") { $0.externalAttributes = 0x08 }
    },
    HostileArchive("folder that declares data", .folderWithData, .corruptData, entry: "a/") {
      $0.add("a/") {
        $0.both {
          $0.method = 8
          $0.unpackedSize = 5
        }
      }
    },
  ])
  func `names and kinds outside the rules are refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  private static var onlyFolders: ZipBuilder {
    var zip = ZipBuilder()
    zip.add("a/")
    return zip
  }
}
