import ReleaseModel

/// Writes JSON text: keys sorted by their bytes, `/` not escaped, numbers as they are.
struct JSONWriter {
  private(set) var text = ""
  private let indents: Bool
  private var depth = 0

  init(indents: Bool) { self.indents = indents }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .integer(let integer): text += String(integer)
    case .unsigned(let integer): text += String(integer)
    case .number(let number): text += number.isFinite ? String(number) : "null"
    case .string(let string): write(string)
    case .array(let elements):
      writeList(elements, open: "[", close: "]") { writer, element in writer.write(element) }
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      writeList(sorted, open: "{", close: "}") { writer, member in
        writer.write(member.key)
        writer.text += writer.indents ? ": " : ":"
        writer.write(member.value)
      }
    }
  }

  private mutating func writeList<Element>(
    _ elements: [Element], open: String, close: String, write: (inout JSONWriter, Element) -> Void
  ) {
    text += open
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      breakLine()
      write(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { breakLine() }
    text += close
  }

  private mutating func breakLine() {
    guard indents else { return }
    text += "\n" + String(repeating: "  ", count: depth)
  }

  private mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7f}": text += "\\u" + Self.hexadecimal(scalar.value)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
