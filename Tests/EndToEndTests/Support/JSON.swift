import FoundationEssentials

/// A JSON document whose members are looked up by path: `json["current", "version"]`.
enum JSON: Decodable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  init(_ text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

  subscript(path: String...) -> JSON? {
    var value = self
    for name in path {
      guard case .object(let members) = value, let member = members[name] else { return nil }
      value = member
    }
    return value
  }

  var elements: [JSON] { if case .list(let elements) = self { elements } else { [] } }

  var string: String? { if case .text(let text) = self { text } else { nil } }
}
