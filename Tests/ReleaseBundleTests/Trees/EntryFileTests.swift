import ReleaseBundle
import ReleaseModel
import Testing

@Suite struct EntryFileTests {
  private let manifest = FileManifest(
    ["index.html", "app/Start.html", "js/app.js"].map {
      .init(path: $0, sizeBytes: 1, sha256: .sha256(of: [1]))
    })

  @Test(arguments: ["index.html", "app/Start.html"])
  func `a file of the bundle can be its entry file`(path: String) {
    #expect(manifest.objection(toEntryFile: path) == nil)
  }

  @Test(arguments: [
    (
      "Index.html",
      "'Index.html' is not in the bundle; did you mean 'index.html'? Upper and lower case differ"
    ),
    ("start.html", "'start.html' is not in the bundle; did you mean 'app/Start.html'?"),
    ("/index.html", "'/index.html' is not in the bundle; did you mean 'index.html'?"),
    ("home.html", "'home.html' is not in the bundle; name an HTML document of it, such as 'index.html'"),
    ("", "'' is not in the bundle; name an HTML document of it, such as 'index.html'"),
    ("../x\u{1B}", "'../x\\u{1B}' is not in the bundle; name an HTML document of it, such as 'index.html'"),
  ])
  func `another is refused with a proposal`(path: String, objection: String) {
    #expect(manifest.objection(toEntryFile: path) == objection)
  }
}
