import ReleaseModel

/// How JSON Schemas are written down here.
enum OpenAPISchema {
  /// Every named schema.
  static let components: [String: JSONValue] = [values, answers, inputs, trust, reports].reduce(into: [:]) {
    all, part in
    all.merge(part) { first, _ in first }
  }

  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

  static func text(pattern: String? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil) -> JSONValue
  {
    var schema: [String: JSONValue] = ["type": "string"]
    if let pattern { schema["pattern"] = .string(pattern) }
    if let minimumLength { schema["minLength"] = .integer(Int64(minimumLength)) }
    if let maximumLength { schema["maxLength"] = .integer(Int64(maximumLength)) }
    return .object(schema)
  }

  static func oneOf(_ values: [String]) -> JSONValue {
    ["type": "string", "enum": .array(values.map { .string($0) })]
  }

  static func integer(minimum: Int64, maximum: Int64? = nil) -> JSONValue {
    var schema: [String: JSONValue] = ["type": "integer", "minimum": .integer(minimum)]
    if let maximum { schema["maximum"] = .integer(maximum) }
    return .object(schema)
  }

  static func list(of schema: JSONValue, maximumCount: Int? = nil) -> JSONValue {
    var list: [String: JSONValue] = ["type": "array", "items": schema]
    if let maximumCount { list["maxItems"] = .integer(Int64(maximumCount)) }
    return .object(list)
  }

  /// The schema, or null.
  static func nullable(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }

  /// An object of an answer. Clients must ignore members that they do not know.
  static func object(_ members: [String: JSONValue], required: [String]) -> JSONValue {
    ["type": "object", "properties": .object(members), "required": .array(required.map { .string($0) })]
  }

  /// An object of a request; members that are not listed are refused.
  static func input(_ members: [String: JSONValue], required: [String] = []) -> JSONValue {
    var schema: [String: JSONValue] = [
      "type": "object", "properties": .object(members), "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    return .object(schema)
  }
}
