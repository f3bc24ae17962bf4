/// A SHA-256 digest. Its only text form is 64 lower-case hexadecimal characters.
package struct Digest: Sendable, Hashable {
  // Four words rather than an array, so that a digest costs 32 bytes and no allocation.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The number of bytes of a SHA-256 digest.
  package static let byteCount = 32

  /// Takes the 32 raw bytes of a digest; fails when the count is another.
  package init?(bytes: some Collection<UInt8>) {
    guard let digest = Array(bytes).withUnsafeBytes({ Digest(bytes: $0) }) else { return nil }
    self = digest
  }

  /// The same from memory, without a copy: a registry reads thousands at its start.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
    }
    words = (word(0), word(1), word(2), word(3))
  }

  /// Reads 64 lower-case hexadecimal characters; anything else, such as base64, upper case or another
  /// length, is refused with `invalid_digest`.
  package init(parsing text: String) throws(ModelError) {
    var words: [UInt64] = [0, 0, 0, 0]
    let characters = text.utf8
    guard characters.count == 2 * Self.byteCount else { throw Self.refusal(of: text) }
    for (index, character) in characters.enumerated() {
      guard let nibble = Self.nibble(character) else { throw Self.refusal(of: text) }
      words[index / 16] = words[index / 16] << 4 | UInt64(nibble)
    }
    self.words = (words[0], words[1], words[2], words[3])
  }

  /// The 32 raw bytes.
  package var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  package static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }

  private static func nibble(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func refusal(of text: String) -> ModelError {
    ModelError(
      .invalidDigest,
      "'\(text.prefix(100))' is not a SHA-256 digest; write 64 lower-case hexadecimal characters")
  }
}

extension Digest: CustomStringConvertible {
  /// 64 lower-case hexadecimal characters.
  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 2 * Self.byteCount) { buffer in
      var index = 0
      for word in [words.0, words.1, words.2, words.3] {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
          buffer[index] = digits[Int(word >> shift & 15)]
          index += 1
        }
      }
      return index
    }
  }
}

extension Digest: Codable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.parsingSingleString(Digest.init(parsing:))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
