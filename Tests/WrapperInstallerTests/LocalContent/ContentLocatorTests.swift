import ReleaseBundle
import ReleaseModel
import Testing

@testable import WrapperInstaller

@Suite struct ContentLocatorTests {
  private static let locator = ContentLocator(
    manifest: FileManifest(
      [
        "index.html", "app.js", "assets/a b.css", "assets/caf\u{e9}.js", "assets/%41.js", "v1.2/notes",
        "_wrapper/bridge.js", "sub/index.html",
      ].map { FileManifest.Entry(path: $0, sizeBytes: 1, sha256: Digest.sha256(of: Array($0.utf8))) }),
    entryFile: "index.html")

  private func path(_ segments: [String], accept: String? = nil, destination: String? = nil) -> String? {
    Self.locator.file(at: segments, ContentLocator.Hints(accept: accept, destination: destination))?.path
  }

  @Test(arguments: [
    (["index.html"], "index.html"), (["app.js"], "app.js"), (["assets", "a b.css"], "assets/a b.css"),
    (["assets", "caf\u{e9}.js"], "assets/caf\u{e9}.js"), (["assets", "%41.js"], "assets/%41.js"),
    (["v1.2", "notes"], "v1.2/notes"), ([""], "index.html"),
  ])
  func `finds files by their exact names`(segments: [String], expected: String) {
    #expect(path(segments) == expected)
    #expect(path(segments, destination: "empty") == expected)
  }

  @Test(arguments: [
    ["App.js"], ["assets", "cafe\u{301}.js"], ["assets", "A.js"], ["assets/caf\u{e9}.js"],
    ["assets", "missing.js"],
    ["index.html", "x.js"], [],
  ])
  func `finds nothing under another name`(segments: [String]) {
    #expect(path(segments) == nil)
  }

  @Test(arguments: [
    ["..", "secret"], [".", "index.html"], ["a", "..", "index.html"], ["a", ".."], ["..%2f"], ["a/b"],
    ["a\\b"],
    ["..\\..\\secret"], ["a\u{0}"], ["a\n"], ["a\u{7f}"], ["", "index.html"], ["a", "", "b"], ["", ""],
    ["_wrapper"], ["_wrapper", "bridge.js"], ["_wrapper", "anything"], ["_wrapper", ""],
  ])
  func `takes no way through folders, and nothing of the wrapper's, for a file or a deep link`(
    segments: [String]
  ) {
    // "..%2f" is a name like any other here: it was decoded once already.
    let isName = segments == ["..%2f"]
    #expect(path(segments, accept: "text/html") == (isName ? "index.html" : nil))
  }

  @Test(
    arguments: [
      (["orders", "17"], nil, nil, true), (["orders", ""], nil, nil, true),
      (["orders", "17"], "*/*", nil, true), (["orders", "17"], "text/html,*/*", "document", true),
      (["orders", "17"], "text/html", "iframe", true),
      (["u", "j.doe"], "text/html,*/*;q=0.8", "document", true),
      (["u", "j.doe"], "*/*", nil, false), (["missing.js"], "*/*", "script", false),
      (["missing"], "*/*", "script", false), (["api", "orders"], "*/*", "empty", false),
      (["api", "orders"], "text/html", "empty", false), (["missing"], "image/*", "image", false),
    ] as [([String], String?, String?, Bool)])
  func `answers places inside the app with the entry file`(
    segments: [String], accept: String?, destination: String?, isDeepLink: Bool
  ) {
    #expect(path(segments, accept: accept, destination: destination) == (isDeepLink ? "index.html" : nil))
  }

  @Test func `has nothing to open when the entry file is not in the manifest`() {
    let locator = ContentLocator(manifest: FileManifest([FileManifest.Entry]()), entryFile: "index.html")
    #expect(locator.file(at: [""], ContentLocator.Hints()) == nil)
    #expect(locator.file(at: ["orders"], ContentLocator.Hints()) == nil)
  }
}
