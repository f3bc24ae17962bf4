import Compression

/// Compression of bodies (RFC 1952), when it is worth it.
enum ContentCoding {
  /// Bodies below this are sent as they are: they fit one packet anyhow.
  static let minimumBytes = 1024

  /// Whether a body is large enough, and text.
  static func isWorthwhile(count: Int, type: String?) -> Bool { count >= minimumBytes && isText(type) }

  /// The compressed bytes; nil when that saves less than a tenth.
  static func compress(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    Gzip.pack(bytes, below: bytes.count / 10 * 9)
  }

  /// Whether `Accept-Encoding` allows gzip: it or `*` is named, and not with weight 0.
  static func isAccepted(by field: String) -> Bool {
    var wildcard = false
    for item in field.split(separator: ",") {
      let parts = item.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let coding = parts.first, coding == "gzip" || coding == "*" else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      let isAllowed = weight.map { $0.contains { ("1"..."9").contains($0) } } ?? true
      if coding == "gzip" { return isAllowed }
      wildcard = isAllowed
    }
    return wildcard
  }

  private static func isText(_ type: String?) -> Bool {
    guard let type = type?.lowercased() else { return false }
    return type.hasPrefix("text/") || type.contains("json") || type.contains("javascript")
      || type.contains("xml") || type.contains("openmetrics")
  }
}
