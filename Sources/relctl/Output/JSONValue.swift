/// A JSON value, written with sorted keys, so that the same answer is always the same bytes.
enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of this name; nil for other kinds of values and when it is missing or null.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self, let member = members[name], member != .null else { return nil }
    return member
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  var unsigned: UInt64? {
    switch self {
    case .integer(let integer): UInt64(exactly: integer)
    case .unsigned(let integer): integer
    default: nil
    }
  }

  var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The elements of a list; nil for other kinds of values.
  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The value as people read it: texts without quotes, everything else as JSON.
  var shown: String { text ?? line }

  /// The compact form on one line.
  var line: String {
    var writer = JSONWriter(indents: false)
    writer.write(self)
    return writer.text
  }

  /// The form for reading, two spaces per level.
  var indented: String {
    var writer = JSONWriter(indents: true)
    writer.write(self)
    return writer.text
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(nilLiteral: ()) { self = .null }

  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
