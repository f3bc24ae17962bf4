import FoundationEssentials
import ReleaseModel

/// JSON as this registry writes it: sorted keys, slashes as they are, no white space.
enum JSONText {
  static func encode(_ value: some Encodable) throws(RegistryError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw RegistryError(.internalError, "an answer could not be written as JSON", cause: error)
    }
  }

  /// Reads JSON that this registry wrote; anything else there is damage.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(RegistryError) -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw RegistryError(
        .databaseDamaged, "a stored \(type) cannot be read; run 'relctl doctor' and restore a backup",
        cause: error)
    }
  }

  /// The value as generic JSON.
  static func value(of encodable: some Encodable) throws(RegistryError) -> JSONValue {
    try decode(JSONValue.self, from: encode(encodable))
  }
}

/// `{"data": …}`.
struct DataEnvelope<Value: Encodable>: Encodable {
  let data: Value
}

/// `{"data": […], "page": {"hasMore", "nextCursor"}}`.
struct PageEnvelope<Value: Encodable>: Encodable {
  struct Page: Encodable {
    let hasMore: Bool
    let nextCursor: String?

    enum CodingKeys: String, CodingKey { case hasMore, nextCursor }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(hasMore, forKey: .hasMore)
      try container.encode(nextCursor, forKey: .nextCursor)
    }
  }

  let data: [Value]
  let page: Page

  init(_ data: [Value], nextCursor: String?) {
    self.data = data
    page = Page(hasMore: nextCursor != nil, nextCursor: nextCursor)
  }
}
