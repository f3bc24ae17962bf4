import CZlib

/// Compression of bodies (RFC 1952), when it is worth it.
enum Gzip {
  /// Bodies below this are sent as they are: they fit one packet anyhow.
  static let minimumBytes = 1024

  /// Whether a body is large enough, and text.
  static func isWorthwhile(count: Int, type: String?) -> Bool { count >= minimumBytes && isText(type) }

  /// The compressed bytes; nil when that saves less than a tenth.
  static func compress(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard var compressed = deflated(bytes), compressed.count < bytes.count / 10 * 9 else { return nil }
    // The operating system's number in the header says nothing; leave it out, so that the bytes are the same anywhere.
    compressed[9] = 255
    return compressed
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

  private static func deflated(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, plus 16 for the gzip frame.
    let status = deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var isComplete = false
    let result = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      stream.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(clamping: bytes.count)
      stream.next_out = target.baseAddress
      stream.avail_out = UInt32(clamping: bound)
      isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
      count = Int(stream.total_out)
    }
    return isComplete ? result : nil
  }
}
