extension Decoder {
  /// Decodes a string and parses it; a refusal becomes a data-corrupted error that carries the `ModelError`.
  package func parsingSingleString<Value>(
    _ parse: (String) throws(ModelError) -> Value
  ) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    do {
      return try parse(text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: error.message, underlyingError: error))
    }
  }
}
