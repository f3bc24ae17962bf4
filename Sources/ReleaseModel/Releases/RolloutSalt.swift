/// The key that decides which cohorts a release's rollout reaches first, drawn once when the release is made.
///
/// It is no secret to whoever may read releases: with it, a decision can be replayed without the registry. Devices are
/// not told it. Its only text form is 16 lower-case hexadecimal characters.
package struct RolloutSalt: Sendable, Hashable {
  package let value: UInt64

  package init(_ value: UInt64) { self.value = value }
}

extension RolloutSalt: CustomStringConvertible {
  package var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension RolloutSalt: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = UInt64(text, radix: 16), RolloutSalt(value).description == text else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "'\(text.prefix(40))' is not a rollout salt; write 16 lower-case hexadecimal characters"
        ))
    }
    self.init(value)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
