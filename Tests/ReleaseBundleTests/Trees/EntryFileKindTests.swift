import ReleaseBundle
import ReleaseModel
import Testing

/// Which files of a bundle a wrapper can open as its page.
@Suite struct EntryFileKindTests {
  private func manifest(_ paths: String...) -> FileManifest {
    FileManifest(paths.map { .init(path: $0, sizeBytes: 1, sha256: .sha256(of: [1])) })
  }

  @Test(arguments: ["index.html", "a/INDEX.HTML", "start.htm", "page.XHtml", "a.b/c.d.html"])
  func `an HTML document can be the entry file`(path: String) {
    #expect(manifest(path).refusal(ofEntryFile: path) == nil)
  }

  @Test(arguments: [
    "app.js", "index", "html", ".html", "a/.htm", "index.html.gz", "logo.svg", "index.htmlx",
    "index.html/app.css",
    "index.json",
  ])
  func `another file is refused by its name`(path: String) {
    let refusal = manifest(path, "app/index.html").refusal(ofEntryFile: path)
    #expect(refusal?.code == .notHTML)
    #expect(
      refusal?.detail
        == "'\(path)' is no HTML document; name one that ends in .html, .htm or .xhtml, such as 'app/index.html'"
    )
  }

  @Test func `a bundle without any HTML document is told so`() {
    #expect(
      manifest("app.js").refusal(ofEntryFile: "app.js")?.detail
        == "'app.js' is no HTML document, and the bundle has none; add one that ends in .html, .htm or .xhtml"
    )
  }

  @Test func `a file that is not there is that first`() {
    #expect(manifest("app.js").refusal(ofEntryFile: "other.js")?.code == .notInBundle)
    #expect(manifest("app.js").refusal(ofEntryFile: "other.js")?.code.rawValue == "invalid_entry_file")
  }
}
