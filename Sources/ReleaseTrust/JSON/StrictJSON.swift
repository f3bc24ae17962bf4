/// A JSON value as signed metadata may hold it: no fractions, no name twice, names and texts compared by their bytes.
///
/// `ReleaseModel.JSONValue` cannot serve here: it keys objects by `String`, for which two spellings of an accent are
/// one name; it holds fractions, which canonical JSON does not have; and whatever fills it decides silently which of
/// two members of one name wins.
package enum StrictJSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case text(ExactText)
  case array([StrictJSON])
  case object(JSONObject)

  /// What kind of value it is, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer: "a number"
    case .text: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension StrictJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  package init(stringLiteral value: String) { self = .text(ExactText(value)) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: StrictJSON...) { self = .array(elements) }
}
