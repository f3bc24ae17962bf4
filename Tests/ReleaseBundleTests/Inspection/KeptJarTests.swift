import Foundation
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

/// What Java's `jar` wrote, kept, so that these rows are tested where no Java is installed as well. `RealToolTests` runs
/// the one that is.
///
/// Each was made by `jar 17.0.15` (Debian 12, openjdk-17-jdk-headless 17.0.15+6-1~deb12u1) in a folder with the two files of
/// `site`. `jar` has a data descriptor after every entry that it deflates, to a file or to a pipe, and its first entry has an
/// extra field of its own (0xcafe).
@Suite struct KeptJarTests {
  struct Kept: Sendable, CustomTestStringConvertible {
    let command: String
    let base64: String
    var more: [String] = []

    var testDescription: String { command }
  }

  static let site: [(path: String, text: String)] = [
    ("assets/app.js", "export const a = 1\n"), ("index.html", "<!doctype html><p>jar\n"),
  ]

  static let kept: [Kept] = [
    Kept(
      command: "jar cf ../out.jar index.html assets",
      base64: """
        UEsDBBQACAgIANedfl0AAAAAAAAAAAAAAAAJAAQATUVUQS1JTkYv/soAAAMAUEsHCAAAAAACAAAAAAAAAFBLAwQUAAgICADX\
        nX5dAAAAAAAAAAAAAAAAFAAAAE1FVEEtSU5GL01BTklGRVNULk1G803My0xLLS7RDUstKs7Mz7NSMNQz4OVyLkpNLElN0XWq\
        BAqY6xnoGZoqaLikJmUm5mnycvFyAQBQSwcIHbOzmTgAAAA3AAAAUEsDBBQACAgIANedfl0AAAAAAAAAAAAAAAAKAAAAaW5k\
        ZXguaHRtbLNRTMlPLqksSFXIKMnNsbMpsMtKLOICAFBLBwhkW/V8GAAAABYAAABQSwMECgAACAAA151+XQAAAAAAAAAAAAAA\
        AAcAAABhc3NldHMvUEsDBBQACAgIANedfl0AAAAAAAAAAAAAAAANAAAAYXNzZXRzL2FwcC5qc0utKMgvKlFIzs8rLlFIVLBV\
        MOQCAFBLBwgdFuUPFQAAABMAAABQSwECFAAUAAgICADXnX5dAAAAAAIAAAAAAAAACQAEAAAAAAAAAAAAAAAAAAAATUVUQS1J\
        TkYv/soAAFBLAQIUABQACAgIANedfl0ds7OZOAAAADcAAAAUAAAAAAAAAAAAAAAAAD0AAABNRVRBLUlORi9NQU5JRkVTVC5N\
        RlBLAQIUABQACAgIANedfl1kW/V8GAAAABYAAAAKAAAAAAAAAAAAAAAAALcAAABpbmRleC5odG1sUEsBAgoACgAACAAA151+\
        XQAAAAAAAAAAAAAAAAcAAAAAAAAAAAAAAAAABwEAAGFzc2V0cy9QSwECFAAUAAgICADXnX5dHRblDxUAAAATAAAADQAAAAAA\
        AAAAAAAAAAAsAQAAYXNzZXRzL2FwcC5qc1BLBQYAAAAABQAFACUBAAB8AQAAAAA=
        """, more: ["META-INF/MANIFEST.MF"]),
    Kept(
      command: "jar cM . > ../out.zip",
      base64: """
        UEsDBAoAAAgAANedfl0AAAAAAAAAAAAAAAAHAAQAYXNzZXRzL/7KAABQSwMEFAAICAgA151+XQAAAAAAAAAAAAAAAA0AAABh\
        c3NldHMvYXBwLmpzS60oyC8qUUjOzysuUUhUsFUw5AIAUEsHCB0W5Q8VAAAAEwAAAFBLAwQUAAgICADXnX5dAAAAAAAAAAAA\
        AAAACgAAAGluZGV4Lmh0bWyzUUzJTy6pLEhVyCjJzbGzKbDLSiziAgBQSwcIZFv1fBgAAAAWAAAAUEsBAgoACgAACAAA151+\
        XQAAAAAAAAAAAAAAAAcABAAAAAAAAAAAAAAAAAAAAGFzc2V0cy/+ygAAUEsBAhQAFAAICAgA151+XR0W5Q8VAAAAEwAAAA0A\
        AAAAAAAAAAAAAAAAKQAAAGFzc2V0cy9hcHAuanNQSwECFAAUAAgICADXnX5dZFv1fBgAAAAWAAAACgAAAAAAAAAAAAAAAAB5\
        AAAAaW5kZXguaHRtbFBLBQYAAAAAAwADAKwAAADJAAAAAAA=
        """),
    Kept(
      command: "jar c0fM ../out.zip .",
      base64: """
        UEsDBAoAAAgAANedfl0AAAAAAAAAAAAAAAAHAAQAYXNzZXRzL/7KAABQSwMECgAACAAA151+XR0W5Q8TAAAAEwAAAA0AAABh\
        c3NldHMvYXBwLmpzZXhwb3J0IGNvbnN0IGEgPSAxClBLAwQKAAAIAADXnX5dZFv1fBYAAAAWAAAACgAAAGluZGV4Lmh0bWw8\
        IWRvY3R5cGUgaHRtbD48cD5qYXIKUEsBAgoACgAACAAA151+XQAAAAAAAAAAAAAAAAcABAAAAAAAAAAAAAAAAAAAAGFzc2V0\
        cy/+ygAAUEsBAgoACgAACAAA151+XR0W5Q8TAAAAEwAAAA0AAAAAAAAAAAAAAAAAKQAAAGFzc2V0cy9hcHAuanNQSwECCgAK\
        AAAIAADXnX5dZFv1fBYAAAAWAAAACgAAAAAAAAAAAAAAAABnAAAAaW5kZXguaHRtbFBLBQYAAAAAAwADAKwAAAClAAAAAAA=
        """),
  ]

  @Test(arguments: kept) func `accepts and extracts what jar wrote`(kept: Kept) throws {
    let root = try TemporaryFolder()
    try root.write(try Array(#require(Data(base64Encoded: kept.base64))), to: "kept.zip")

    let inspection = try BundleInspector().inspect(path: root.path("kept.zip"))
    #expect(inspection.findings == [])
    let manifest = try BundleExtractor().extract(
      path: root.path("kept.zip"), into: root.path("staging"),
      expecting: BundleExpectation(tree: inspection.tree))
    #expect(manifest.entries.map(\.path) == kept.more + Self.site.map(\.path))
    for (path, text) in Self.site {
      #expect(try root.read("staging/\(path)") == Array(text.utf8))
    }
    try TreeVerifier().verify(folder: root.path("staging"), against: manifest)
  }
}
