import Testing

@testable import WrapperInstaller

@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("index.html", "text/html; charset=utf-8"), ("a/INDEX.HTM", "text/html; charset=utf-8"),
    ("app.js", "text/javascript; charset=utf-8"), ("app.mjs", "text/javascript; charset=utf-8"),
    ("app.css", "text/css; charset=utf-8"), ("data.json", "application/json"),
    ("app.js.map", "application/json"), ("core.wasm", "application/wasm"), ("logo.svg", "image/svg+xml"),
    ("a.png", "image/png"), ("a.jpg", "image/jpeg"), ("a.jpeg", "image/jpeg"), ("a.webp", "image/webp"),
    ("a.avif", "image/avif"), ("a.gif", "image/gif"), ("favicon.ico", "image/x-icon"),
    ("a.woff", "font/woff"), ("a.woff2", "font/woff2"), ("a.ttf", "font/ttf"), ("a.otf", "font/otf"),
    ("clip.mp4", "video/mp4"), ("clip.webm", "video/webm"), ("song.mp3", "audio/mpeg"),
    ("robots.txt", "text/plain; charset=utf-8"), ("sitemap.xml", "application/xml; charset=utf-8"),
    ("app.webmanifest", "application/manifest+json"), ("terms.pdf", "application/pdf"),
    ("LICENSE", "application/octet-stream"), ("a.html/LICENSE", "application/octet-stream"),
    (".html", "application/octet-stream"), ("a.unknown", "application/octet-stream"),
    ("a.", "application/octet-stream"), ("caf\u{e9}.J\u{53}", "text/javascript; charset=utf-8"),
    ("a.html\u{301}", "application/octet-stream"),
  ])
  func `tells a file's type by the end of its name`(path: String, type: String) {
    #expect(MediaType.of(path: path) == type)
  }
}
