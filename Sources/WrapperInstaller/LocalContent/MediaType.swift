/// What the local server says of a file's bytes, by the end of its name. Browsers are told not to guess (`nosniff`), so a
/// type that is missing here means a script, a style or a module that does not run.
enum MediaType {
  /// The type of a file; `application/octet-stream`, which browsers download, when its name does not tell.
  static func of(path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return unknown }
    return types[name[name.index(after: dot)...].lowercased()] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  /// Text is UTF-8, as everything of the web is now; a page that is not says so itself and would be wrong here.
  private static let types: [String: String] = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
    "xhtml": "application/xhtml+xml; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "cjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "json": "application/json", "map": "application/json", "geojson": "application/geo+json",
    "jsonld": "application/ld+json", "webmanifest": "application/manifest+json",
    "wasm": "application/wasm", "xml": "application/xml; charset=utf-8",
    "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8", "vtt": "text/vtt; charset=utf-8",
    "ics": "text/calendar; charset=utf-8", "pdf": "application/pdf", "zip": "application/zip",

    "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
    "heic": "image/heic", "bmp": "image/bmp", "ico": "image/x-icon", "cur": "image/x-icon",

    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "ttc": "font/collection", "eot": "application/vnd.ms-fontobject",

    "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "mov": "video/quicktime",
    "ogv": "video/ogg", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "mp3": "audio/mpeg",
    "m4a": "audio/mp4", "aac": "audio/aac", "oga": "audio/ogg", "ogg": "audio/ogg", "opus": "audio/ogg",
    "wav": "audio/wav", "flac": "audio/flac", "weba": "audio/webm", "glb": "model/gltf-binary",
    "gltf": "model/gltf+json",
  ]
}
