/// Percent-decoding that refuses what is malformed (RFC 3986, 2.1), rather than passing it on.
enum PercentDecoder {
  /// Decodes `source` into `target`, which has room for as many bytes, and returns the count.
  ///
  /// nil when an escape is cut or not hexadecimal, or when the result is not UTF-8 or holds a NUL. `plusIsSpace` is the
  /// rule of form data, which query strings follow.
  static func decode(
    _ source: UnsafeRawBufferPointer, plusIsSpace: Bool, into target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var read = 0
    var written = 0
    while read < source.count {
      var byte = source[read]
      read += 1
      if byte == ASCII.percent {
        guard read + 1 < source.count, let high = ASCII.hexadecimal(source[read]),
          let low = ASCII.hexadecimal(source[read + 1])
        else { return nil }
        byte = high << 4 | low
        read += 2
        if byte == 0 { return nil }
      } else if plusIsSpace, byte == ASCII.plus {
        byte = ASCII.space
      }
      target[written] = byte
      written += 1
    }
    let isText = UTF8.isValid(UnsafeRawBufferPointer(start: target, count: written))
    return isText ? written : nil
  }
}

extension UTF8 {
  /// Whether the bytes are well-formed UTF-8.
  fileprivate static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    return String(validating: bytes, as: UTF8.self) != nil
  }
}
