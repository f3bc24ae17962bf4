import ReleaseModel

/// The UUID that a device gave a report, under which it may send it again. Upper and lower case are one (RFC 9562, 4).
package struct MutationId: Sendable, Hashable {
  /// The 16 bytes of the UUID.
  let bytes: [UInt8]
  /// As the device wrote it.
  let text: String

  /// Where a UUID has its hyphens (RFC 9562, 4).
  private static let hyphens: Set<Int> = [8, 13, 18, 23]

  /// Reads 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12; refuses anything else with `invalid_mutation_id`.
  init(parsing text: String) throws(ModelError) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for (place, character) in text.utf8.enumerated() where place < 36 {
      if Self.hyphens.contains(place), character == UInt8(ascii: "-") { continue }
      guard !Self.hyphens.contains(place), let digit = Character(Unicode.Scalar(character)).hexDigitValue
      else { throw Self.refusal(of: text) }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    guard bytes.count == 16, text.utf8.count == 36 else { throw Self.refusal(of: text) }
    self.bytes = bytes
    self.text = text
  }

  package static func == (left: MutationId, right: MutationId) -> Bool { left.bytes == right.bytes }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  private static func refusal(of text: String) -> ModelError {
    ModelError(
      .invalidMutationId,
      "'\(text.prefix(100))' is no UUID; write one such as 6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c11, made once for the report"
    )
  }
}
