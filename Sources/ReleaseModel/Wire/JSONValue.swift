/// Any JSON value, for what is kept, passed on or shown without being understood.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of this name; nil for other kinds of values and when it is missing or null.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self, let member = members[name], member != .null else { return nil }
    return member
  }

  /// The text; nil for other kinds of values.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number; nil for other kinds of values and beyond 64 bits with a sign.
  package var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// The whole number from 0; nil for other kinds of values.
  package var unsigned: UInt64? {
    switch self {
    case .integer(let integer): UInt64(exactly: integer)
    case .unsigned(let integer): integer
    default: nil
    }
  }

  /// The truth value; nil for other kinds of values.
  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The elements of a list; nil for other kinds of values.
  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(nilLiteral: ()) { self = .null }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
