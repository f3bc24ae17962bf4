import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

/// What real tools write must be accepted, streamed or not, with zip64 fields or not.
@Suite struct RealToolTests {
  struct Recipe: Sendable, CustomTestStringConvertible {
    let tool: Tool
    let script: String
    var accented = false

    var testDescription: String { script }
  }

  static let recipes: [Recipe] = [
    Recipe(tool: zip, script: "zip -qr ../out.zip ."),
    Recipe(tool: zip, script: "zip -qrX -0 ../out.zip ."),
    Recipe(tool: zip, script: "zip -qr -fd ../out.zip ."),
    Recipe(tool: zip, script: "zip -qr -fz ../out.zip ."),
    Recipe(tool: zip, script: "zip -qr - . | cat > ../out.zip"),
    Recipe(tool: bsdtar, script: "bsdtar -a -cf ../out.zip *", accented: true),
    Recipe(tool: bsdtar, script: "bsdtar --format zip --options zip:zip64 -cf ../out.zip *", accented: true),
    Recipe(tool: bsdtar, script: "bsdtar --format zip --options zip:compression=store -cf ../out.zip *"),
    Recipe(tool: sevenZip, script: "7z a -bd -tzip ../out.zip .", accented: true),
    Recipe(tool: sevenZip, script: "7z a -bd -tzip -mx=0 ../out.zip ."),
    Recipe(tool: jar, script: "jar cf ../out.zip .", accented: true),
    Recipe(tool: jar, script: "jar c0fM ../out.zip ."),
    Recipe(tool: jar, script: "jar cM . > ../out.zip", accented: true),
    Recipe(tool: python, script: "python3 -m zipfile -c ../out.zip *", accented: true),
    Recipe(
      tool: python, script: pythonScript(method: "STORED", zip64: false, streamed: true), accented: true),
    Recipe(
      tool: python, script: pythonScript(method: "DEFLATED", zip64: true, streamed: false), accented: true),
    Recipe(
      tool: python, script: pythonScript(method: "DEFLATED", zip64: true, streamed: true), accented: true),
  ]

  @Test(arguments: recipes)
  func `accepts and extracts what real tools write`(recipe: Recipe) throws {
    guard recipe.tool.isInstalled else {
      try Test.cancel("\(recipe.tool.name) is not installed; deploy/setup-debian.sh installs it")
    }
    let root = try TemporaryFolder()
    let more = recipe.accented ? [Site.accented] : []
    try Site.write(to: root, adding: more)
    try Tool.run(recipe.script, in: root.path("site"))

    let inspection = try BundleInspector().inspect(path: root.path("out.zip"))
    #expect(inspection.findings == [])
    let manifest = try #require(inspection.manifest)
    let expected = FileManifest(
      (Site.files + more).map {
        .init(path: $0.path, sizeBytes: UInt64($0.bytes.count), sha256: .sha256(of: $0.bytes))
      })
    let isOfJar = { (entry: FileManifest.Entry) in entry.path == "META-INF/MANIFEST.MF" }
    #expect(manifest.entries.filter { !isOfJar($0) } == expected.entries)

    let extracted = try BundleExtractor().extract(
      path: root.path("out.zip"), into: root.path("staging"),
      expecting: BundleExpectation(tree: inspection.tree))
    #expect(extracted == manifest)
    try TreeVerifier().verify(folder: root.path("staging"), against: manifest)
  }

  @Test(.enabled(if: zip.isInstalled)) func `refuses unmarked UTF-8 names of Info-ZIP by name`() throws {
    let root = try TemporaryFolder()
    try Site.write(to: root, adding: [Site.accented])
    try Tool.run("zip -qr ../out.zip .", in: root.path("site"))
    let inspection = try BundleInspector().inspect(path: root.path("out.zip"))
    let finding = try #require(inspection.findings.first)
    #expect(finding.entry == Site.accented.path)
    #expect([.utf8FlagMissing, .unicodePathField].contains(finding.code))
  }

  private static let zip = Tool(name: "zip")
  private static let bsdtar = Tool(name: "bsdtar")
  private static let sevenZip = Tool(name: "7z")
  private static let jar = Tool(name: "jar")
  private static let python = Tool(name: "python3")

  /// Python's own writer; a target without `seek` makes it stream.
  private static func pythonScript(method: String, zip64: Bool, streamed: Bool) -> String {
    """
    python3 - <<'END'
    import io, os, zipfile
    class Stream(io.RawIOBase):
      def __init__(self, file): self.file = file
      def writable(self): return True
      def write(self, data): return self.file.write(data)
    with open('../out.zip', 'wb') as file:
      target = Stream(file) if \(streamed ? "True" : "False") else file
      with zipfile.ZipFile(target, 'w', zipfile.ZIP_\(method)) as archive:
        for folder, _, names in os.walk('.'):
          for name in names:
            path = os.path.relpath(os.path.join(folder, name), '.')
            with archive.open(path, 'w', force_zip64=\(zip64 ? "True" : "False")) as entry:
              entry.write(open(path, 'rb').read())
    END
    """
  }
}
