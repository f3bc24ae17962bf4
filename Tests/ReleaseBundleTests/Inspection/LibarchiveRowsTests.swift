import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

/// One test for each row of "What libarchive lets through": what this product does with the same input. The rows that
/// are accepted here are in `ExtractionModesTests` and `RealToolTests`.
@Suite struct LibarchiveRowsTests {
  static let unixLink: UInt32 = 0o120777 << 16

  @Test(arguments: [
    HostileArchive(named: "../x", .parentPart),
    HostileArchive(named: "/abs", .absoluteName),
    HostileArchive("link to outside, then a file through it", .symbolicLink, .fileIsAlsoFolder, entry: "out")
    { zip in
      zip.add("out", "/tmp") { $0.externalAttributes = unixLink }
      zip.add("out/evil")
    },
  ])
  func `leaving the folder by name or link ends the whole installation`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("link to a file", .symbolicLink, entry: "link") { zip in
      zip.add("link", "/etc/passwd") { $0.externalAttributes = unixLink }
    },
    HostileArchive("link to a folder", .symbolicLink, entry: "link") { zip in
      zip.add("link", "../../..") { $0.externalAttributes = unixLink }
    },
    HostileArchive("link by a system that is not Unix", .symbolicLink, entry: "link") { zip in
      zip.add("link", "/etc/passwd") {
        $0.externalAttributes = unixLink
        $0.madeBy = 0
      }
    },
    HostileArchive("Windows reparse point", .symbolicLink, entry: "link") { zip in
      zip.add("link", "C:/Windows") {
        $0.externalAttributes = 0x400
        $0.madeBy = 10
      }
    },
  ])
  func `a symbolic link is refused although nothing follows it`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    ("character device", 0o020000), ("block device", 0o060000), ("fifo", 0o010000), ("socket", 0o140000),
  ])
  func `a device in the external attributes is refused`(name: String, type: UInt32) throws {
    try HostileArchive(name, .notARegularFile, entry: "tty") { zip in
      zip.add("tty") { $0.externalAttributes = (type | 0o666) << 16 }
    }.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive(named: "a\\b", .backslash), HostileArchive(named: "..\\x", .backslash),
  ])
  func `a backslash is refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test func `a name with NUL is refused`() throws {
    try HostileArchive(
      named: "good.txt\0/../../evil", .nulCharacter, .parentPart, shown: "good.txt\\u{0}/../../evil"
    ).expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("file twice", .duplicateName, entry: "a.js") { zip in
      zip.add("a.js", "first")
      zip.add("a.js", "second")
    },
    HostileArchive("folder twice", .duplicateName, entry: "a/") { zip in
      zip.add("a/")
      zip.add("a/")
    },
  ])
  func `the same name twice is refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    ("App.js", "app.js"), ("caf\u{E9}.js", "cafe\u{301}.js"), ("STRASSE.js", "stra\u{DF}e.js"),
    ("\u{3A3}.js", "\u{3C2}.js"), ("\u{212A}.js", "k.js"), ("Lib/a.js", "lib/b.js"), ("A", "a/b"),
    ("\u{1E9E}.js", "\u{DF}.js"), ("\u{1E9E}.js", "ss.js"), ("SS.js", "\u{1E9E}.js"),
  ])
  func `names equal after NFC and case folding are refused`(first: String, second: String) throws {
    try HostileArchive("\(first) and \(second)", .nameCollision, entry: second) { zip in
      zip.add(first)
      zip.add(second)
    }.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("file, then a file in it", .fileIsAlsoFolder, entry: "a/b") { zip in
      zip.add("a")
      zip.add("a/b")
    },
    HostileArchive("file in it, then the file", .fileIsAlsoFolder, entry: "a") { zip in
      zip.add("a/b")
      zip.add("a")
    },
    HostileArchive("file, then the folder", .fileIsAlsoFolder, entry: "a/") { zip in
      zip.add("a")
      zip.add("a/")
    },
  ])
  func `a file that is also a folder is refused before writing`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test func `a local name that differs from the listed one is refused`() throws {
    try HostileArchive("two names", .headerNameMismatch, entry: "shown.js") { zip in
      zip.add("shown.js") { $0.local?.name = Array("used!.js".utf8) }
    }.expectRefusal()
  }

  @Test(arguments: [true, false])
  func `an Info-ZIP Unicode Path field is refused`(inDirectory: Bool) throws {
    let field = ZipBuilderEntry.extra(0x7075, [1, 0, 0, 0, 0] + Array("evil.js".utf8))
    try HostileArchive("Unicode Path", .unicodePathField, entry: "a.js") { zip in
      zip.add("a.js") { entry in
        if inDirectory { entry.central.extra = field } else { entry.local?.extra = field }
      }
    }.expectRefusal()
  }

  @Test func `overlapping entries are refused`() throws {
    let codes = Array(repeating: BundleFindingCode.overlappingEntries, count: 49)
    var zip = ZipBuilder()
    zip.add("a.js")
    let entry = zip.entries[0]
    for index in 1..<50 {
      var again = entry
      again.central.name = Array("b\(index)".utf8)
      again.local = nil
      again.body = []
      again.localOffset = 0
      zip.entries.append(again)
    }
    let inspection = try inspect(zip.bytes())
    #expect(inspection.refusals.filter { $0 == .overlappingEntries } == codes)
    #expect(inspection.refusals.filter { $0 == .headerNameMismatch }.count == 49)
  }

  @Test func `a zip cut short is refused at every length`() throws {
    let whole = ZipBuilder.site { $0.add("a.js") }.bytes()
    for length in 1..<whole.count {
      let inspection = try inspect(Array(whole.prefix(length)))
      #expect(inspection.refusals == (length < 4 ? [.notAZip] : [.missingEndRecord]))
    }
  }

  @Test func `two zips in one file are refused`() throws {
    let one = ZipBuilder.site().bytes()
    try HostileArchive(
      "offsets of the second alone", .bytesBeforeFirstEntry, .secondEndRecord, bytes: one + one
    ).expectRefusal()
    try HostileArchive("offsets adjusted", .unlistedEntry, .secondEndRecord, entry: "index.html") { zip in
      zip.prefix = one
    }.expectRefusal()
  }

  @Test func `a fake end record in the archive comment is refused`() throws {
    let fake = ZipBuilder().bytes()
    try HostileArchive("empty archive", .bytesBeforeFirstEntry, .secondEndRecord) { $0.end.comment = fake }
      .expectRefusal()
    try HostileArchive("empty archive that knows its place", .noFiles, .unlistedEntry, .secondEndRecord) {
      zip in
      var fake = ZipBuilder()
      fake.end.directoryOffset = UInt32(zip.bytes().count)
      zip.end.comment = fake.bytes()
    }.expectRefusal()
  }

  @Test func `a local entry before the first listed one is refused`() throws {
    try HostileArchive("hidden entry", .unlistedEntry, entry: "hidden.js") { zip in
      zip.add("hidden.js") { $0.listings = 0 }
      zip.entries.reverse()
    }.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive(named: "a.txt.", .trailingDotOrSpace),
    HostileArchive(named: "a.txt ", .trailingDotOrSpace),
    HostileArchive(named: "a./b", .trailingDotOrSpace), HostileArchive(named: "CON", .reservedName),
    HostileArchive(named: "js/nul.js", .reservedName), HostileArchive(named: "Com1.tar.gz", .reservedName),
    HostileArchive(named: "lpt\u{B2}", .reservedName), HostileArchive(named: "aux .js", .reservedName),
    HostileArchive(named: "conout$", .reservedName), HostileArchive(named: "a:b", .driveLetter),
    HostileArchive(named: "ab:c", .reservedCharacter), HostileArchive(named: "a?.js", .reservedCharacter),
    HostileArchive(named: "a*.js", .reservedCharacter),
    HostileArchive(named: "a\"b\".js", .reservedCharacter),
    HostileArchive(named: "<a>.js", .reservedCharacter), HostileArchive(named: "a|b.js", .reservedCharacter),
    HostileArchive(named: "a\nb.js", .controlCharacter, shown: "a\\u{A}b.js"),
    HostileArchive(named: "a\u{1B}[2J.js", .controlCharacter, shown: "a\\u{1B}[2J.js"),
    HostileArchive(named: "a\u{7F}.js", .controlCharacter, shown: "a\\u{7F}.js"),
    HostileArchive(named: "a\u{85}.js", .controlCharacter, shown: "a\\u{85}.js"),
    HostileArchive(named: "a\u{2028}.js", .controlCharacter, shown: "a\\u{2028}.js"),
    HostileArchive(named: "a\u{202E}sj.exe", .bidirectionalControl, shown: "a\\u{202E}sj.exe"),
    HostileArchive(named: "a\u{2066}b", .bidirectionalControl, shown: "a\\u{2066}b"),
  ])
  func `names that systems strip, reserve or disguise are refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test(arguments: [
    HostileArchive("encrypted flag", .encrypted, entry: "a.js") { zip in
      zip.add("a.js") { $0.both { $0.flags |= 1 } }
    },
    HostileArchive("AES field", .unsupportedMethod, .encrypted, .encrypted, entry: "a.js") { zip in
      zip.add("a.js") {
        $0.both {
          $0.method = 99
          $0.extra = ZipBuilderEntry.extra(0x9901, [2, 0, 0x41, 0x45, 3, 8, 0])
        }
      }
    },
    HostileArchive("method 99", .unsupportedMethod, entry: "a.js") { zip in
      zip.add("a.js") { $0.both { $0.method = 99 } }
    },
    HostileArchive("LZMA", .unsupportedMethod, entry: "a.js") { zip in
      zip.add("a.js") { $0.both { $0.method = 14 } }
    },
  ])
  func `encryption and other methods are refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }

  @Test func `names that are not ASCII need no locale`() throws {
    let inspection = try inspect(ZipBuilder.site { $0.add("n\u{E4}me.html") }.bytes())
    #expect(inspection.manifest?.entries.map(\.path) == ["index.html", "n\u{E4}me.html"])
    #expect(inspection.findings == [])
  }

  @Test(arguments: [
    HostileArchive("nothing", .notAZip, bytes: []),
    HostileArchive(
      "tar", .notAZip, bytes: Array(repeating: 0, count: 257) + Array("ustar".utf8) + Site.noise(count: 2_000)
    ),
    HostileArchive(
      "error page", .notAZip, bytes: Array("\n<!DOCTYPE html><title>502 Bad Gateway</title>".utf8)),
    HostileArchive("gzip", .notAZip, bytes: [0x1F, 0x8B, 8] + Site.noise(count: 2_000)),
  ])
  func `what is no zip is refused`(archive: HostileArchive) throws {
    try archive.expectRefusal()
  }
}
