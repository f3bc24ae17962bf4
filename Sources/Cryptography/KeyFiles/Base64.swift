import COpenSSL

/// The base64 of PEM (RFC 4648, 4), with its padding.
enum Base64 {
  /// The characters for the bytes.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    // OpenSSL ends the text with a zero.
    [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4 + 1) { buffer, count in
      count = Int(EVP_EncodeBlock(buffer.baseAddress, bytes, Int32(bytes.count)))
    }
  }

  /// The bytes for the characters. Throws `malformed_key` for anything but complete base64.
  static func decode(_ text: borrowing SecretBytes) throws(CryptographyError) -> SecretBytes {
    var isValid = false
    let decoded = text.withUnsafeBytes { text in
      SecretBytes(capacity: text.count / 4 * 3) { buffer in
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard !text.isEmpty, text.count % 4 == 0, padding <= 2, text.dropLast(padding).allSatisfy(isDigit),
          // A PEM block of gigabytes is no key.
          let length = Int32(exactly: text.count)
        else { return 0 }
        let count = EVP_DecodeBlock(
          buffer.baseAddress?.assumingMemoryBound(to: UInt8.self),
          text.baseAddress?.assumingMemoryBound(to: UInt8.self), length)
        isValid = count >= padding
        return isValid ? Int(count) - padding : 0
      }
    }
    guard isValid else {
      throw CryptographyError(.malformedKey, "what the PEM block holds is not complete base64")
    }
    return decoded
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
