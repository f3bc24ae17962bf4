/// Gathers the header lines of an answer as libcurl hands them over, one by one.
struct ResponseHeadReader {
  private var pending: ResponseHead?

  /// Takes one line with its line end. Returns the head once it is complete; the heads of interim answers
  /// (1xx) and the trailer fields after a body are left out.
  mutating func take(_ line: UnsafeRawBufferPointer) -> ResponseHead? {
    let text = String(decoding: line, as: UTF8.self).trimmingLineEnd()
    if text.hasPrefix("HTTP/") {
      pending = Self.status(in: text).map { ResponseHead(status: $0, fields: [:]) }
      return nil
    }
    guard var head = pending else { return nil }
    if text.isEmpty {
      pending = nil
      return head.status < 200 ? nil : head
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    head.fields.append(name: String(text[..<colon]), value: String(value))
    pending = head
    return nil
  }

  private static func status(in line: String) -> Int? {
    let words = line.split(separator: " ", maxSplits: 2)
    return words.count > 1 ? Int(words[1]) : nil
  }
}

extension String {
  fileprivate func trimmingLineEnd() -> String {
    var bytes = self.utf8[...]
    while let last = bytes.last, [0x0d, 0x0a, 0x20, 0x09].contains(last) { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
