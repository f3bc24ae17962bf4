/// Finds one number in a document without reading the rest of it.
///
/// Nothing is refused and nothing is proven: of a document that `JSONReader` takes the answer is right, or nil where a name
/// is written with escapes; of others it may be anything.
struct JSONSkimmer {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  /// The number, from 0, that the member `name` of the document's member `object` has.
  static func number(_ name: StaticString, of object: StaticString, in document: [UInt8]) -> Int64? {
    document.withUnsafeBufferPointer { bytes in
      var skimmer = JSONSkimmer(bytes)
      return skimmer.number(name, of: object)
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func number(_ name: StaticString, of object: StaticString) -> Int64? {
    var isInObject = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let text = text()
        guard depth <= 2, skipToValue() else { continue }
        if depth == 1 { isInObject = isSame(text, object) }
        if depth == 2, isInObject, isSame(text, name) { return digits() }
        continue
      default: break
      }
      position += 1
    }
    return nil
  }

  /// What is between the quotation mark at the position and the one that ends the text; goes on after that.
  private mutating func text() -> Range<Int> {
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(position, bytes.count)
    position = end + 1
    return start..<end
  }

  /// Whether a text at the position was the name of a member; goes on to the member's value then.
  private mutating func skipToValue() -> Bool {
    skipWhiteSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return false }
    position += 1
    skipWhiteSpace()
    return true
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
  }

  private func digits() -> Int64? {
    let digits = bytes[min(position, bytes.count)...].prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  private func isSame(_ text: Range<Int>, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { bytes[text].elementsEqual($0) }
  }
}
