extension FileManifest {
  /// The canonical form, whose SHA-256 is the tree digest:
  /// `{"files":[{"path":"…","sha256":"…","sizeBytes":N},…],"schemaVersion":1}` with the keys sorted, no white space,
  /// and nothing escaped but `"` and `\`.
  package var canonicalJSON: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 160 + 64)
    bytes += #"{"files":["#.utf8
    for (index, entry) in entries.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += #"{"path":""#.utf8
      for byte in entry.path.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
      bytes += #"","sha256":"\#(entry.sha256)","sizeBytes":\#(entry.sizeBytes)}"#.utf8
    }
    bytes += #"],"schemaVersion":\#(Self.schemaVersion)}"#.utf8
    return bytes
  }

  /// Reads the canonical form back; refuses with `invalid_file_manifest` whatever is not byte for byte what
  /// `canonicalJSON` writes.
  package init(parsingCanonicalJSON bytes: [UInt8]) throws(ModelError) {
    var reader = CanonicalReader(bytes: bytes[...])
    var entries: [Entry] = []
    try reader.expect(#"{"files":["#)
    if !reader.skip("]") {
      repeat { entries.append(try reader.entry()) } while reader.skip(",")
      try reader.expect("]")
    }
    try reader.expect(#","schemaVersion":\#(Self.schemaVersion)}"#)
    guard reader.bytes.isEmpty else { throw CanonicalReader.refusal("there is something after the end") }
    var total: UInt64 = 0
    for entry in entries {
      let sum = total.addingReportingOverflow(entry.sizeBytes)
      guard !sum.overflow else { throw CanonicalReader.refusal("the sizes add up to more than 64 bits hold") }
      total = sum.partialValue
    }
    for (left, right) in zip(entries, entries.dropFirst())
    where !left.path.utf8.lexicographicallyPrecedes(right.path.utf8) {
      throw CanonicalReader.refusal("'\(right.path)' is out of order or there twice")
    }
    self.init(entries)
  }

  private struct CanonicalReader {
    var bytes: ArraySlice<UInt8>

    static func refusal(_ reason: String) -> ModelError {
      ModelError(.invalidFileManifest, "not a file manifest of schema version \(schemaVersion): \(reason)")
    }

    mutating func skip(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { expected in
        guard bytes.starts(with: expected) else { return false }
        bytes = bytes.dropFirst(expected.count)
        return true
      }
    }

    mutating func expect(_ text: String) throws(ModelError) {
      guard bytes.starts(with: text.utf8) else { throw Self.refusal("expected '\(text)'") }
      bytes = bytes.dropFirst(text.utf8.count)
    }

    mutating func entry() throws(ModelError) -> Entry {
      try expect(#"{"path":""#)
      let path = try string()
      try expect(#","sha256":""#)
      let digits = String(decoding: bytes.prefix(2 * Digest.byteCount), as: UTF8.self)
      let digest: Digest
      do throws(ModelError) {
        digest = try Digest(parsing: digits)
      } catch {
        throw Self.refusal("of '\(path)', \(error.message)")
      }
      bytes = bytes.dropFirst(2 * Digest.byteCount)
      try expect(#"","sizeBytes":"#)
      let number = bytes.prefix(while: ASCII.isDigit)
      guard let size = UInt64(String(decoding: number, as: UTF8.self)),
        String(size).utf8.count == number.count
      else {
        throw Self.refusal("the size of '\(path)' is not a plain number")
      }
      bytes = bytes.dropFirst(number.count)
      try expect("}")
      return Entry(path: path, sizeBytes: size, sha256: digest)
    }

    /// The rest of a string, up to and with its closing quote.
    private mutating func string() throws(ModelError) -> String {
      var content: [UInt8] = []
      while let byte = bytes.popFirst() {
        switch byte {
        case UInt8(ascii: "\""):
          guard let text = String(validating: content, as: UTF8.self) else {
            throw Self.refusal("a path is not UTF-8")
          }
          return text
        case UInt8(ascii: "\\"):
          guard let escaped = bytes.popFirst(), escaped == UInt8(ascii: "\"") || escaped == byte else {
            throw Self.refusal("a path has an escape that the canonical form does not have")
          }
          content.append(escaped)
        case ..<0x20: throw Self.refusal("a path has a control character")
        default: content.append(byte)
        }
      }
      throw Self.refusal("it ends inside a path")
    }
  }
}
