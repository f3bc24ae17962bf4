/// The lines of a text that are not blank, without the white space around them.
struct PEMLines {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ text: UnsafeRawBufferPointer) { rest = text[...] }

  /// How many bytes were not read yet.
  var remainingByteCount: Int { rest.count }

  /// The next line; nil at the end of the text.
  mutating func next() -> Slice<UnsafeRawBufferPointer>? {
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[(end == rest.endIndex ? end : end + 1)...]
      while let last = line.last, Self.isBlank(last) { line = line.dropLast() }
      line = line.drop(while: Self.isBlank)
      if !line.isEmpty { return line }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
}
