import FoundationEssentials
import ReleaseModel

extension JSONValue {
  /// Reads JSON text.
  init(parsing bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  /// The same fields and values as the encoded value's.
  init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }

  /// Reads a typed value from this one.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(line.utf8))
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
