import COpenSSL

/// One block of textual encoding (RFC 7468) out of a text that holds nothing else.
///
/// What is between the marks may be a private key, so it is kept like one.
struct PEMBlock: ~Copyable {
  static let publicKeyLabel = "PUBLIC KEY"
  static let privateKeyLabel = "PRIVATE KEY"
  static let encryptedPrivateKeyLabel = "ENCRYPTED PRIVATE KEY"
  static let sec1PrivateKeyLabel = "EC PRIVATE KEY"
  static let parametersLabel = "EC PARAMETERS"

  /// What the block says it holds, such as `PUBLIC KEY`.
  let label: String
  /// The decoded bytes.
  let content: SecretBytes

  /// Reads the text's only block. Blocks with the label `skipped` may come before it.
  ///
  /// Throws `malformed_key` for text outside the block, no end, a second block or bad base64, and
  /// `unsupported_key` for the header fields of encrypted keys from before PKCS #8.
  init(reading text: borrowing SecretBytes, skipping skipped: String? = nil) throws(CryptographyError) {
    self = try text.withUnsafeBytes { bytes throws(CryptographyError) in
      var lines = PEMLines(bytes)
      var block = try PEMBlock(next: &lines)
      while block.label == skipped { block = try PEMBlock(next: &lines) }
      guard lines.next() == nil else {
        throw CryptographyError(.malformedKey, "text follows the end of the PEM block; nothing may")
      }
      return block
    }
  }

  private init(next lines: inout PEMLines) throws(CryptographyError) {
    guard let first = lines.next() else {
      throw CryptographyError(.malformedKey, "there is no PEM block, which starts with '-----BEGIN …-----'")
    }
    guard let label = Self.label(first, after: "-----BEGIN ") else {
      throw CryptographyError(
        .malformedKey, "there is text before the PEM block, which has to start with '-----BEGIN …-----'")
    }
    var isComplete = false
    var hasHeader = false
    let characters = SecretBytes(capacity: lines.remainingByteCount) { buffer in
      var count = 0
      while !isComplete, let line = lines.next() {
        if line.first == UInt8(ascii: "-") {
          isComplete = Self.label(line, after: "-----END ") == label
          if !isComplete { return count }
        } else {
          hasHeader = hasHeader || line.contains(UInt8(ascii: ":"))
          UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: line)
          count += line.count
        }
      }
      return count
    }
    guard isComplete else {
      throw CryptographyError(
        .malformedKey, "the PEM block \(label) does not end with '-----END \(label)-----'")
    }
    guard !hasHeader else {
      throw CryptographyError(
        .unsupportedKey,
        "this key has the header of an old format; convert it with 'openssl pkcs8 -topk8 -scrypt'")
    }
    self.content = try Base64.decode(characters)
    self.label = label
  }

  /// The text between a mark's beginning and its `-----`.
  private static func label(_ line: Slice<UnsafeRawBufferPointer>, after start: StaticString) -> String? {
    let start = start.withUTF8Buffer { Array($0) }
    let dashes = [UInt8](repeating: UInt8(ascii: "-"), count: 5)
    guard line.starts(with: start), line.count > start.count + dashes.count,
      line.suffix(5).elementsEqual(dashes)
    else { return nil }
    let label = line.dropFirst(start.count).dropLast(dashes.count)
    guard label.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
    return String(decoding: label, as: UTF8.self)
  }

  /// A block as text, with lines of 64 characters, each ended by a line feed.
  static func text(label: String, content: [UInt8]) -> String {
    let characters = Base64.encode(content)
    var lines = ["-----BEGIN \(label)-----"]
    for start in stride(from: 0, to: characters.count, by: 64) {
      lines.append(String(decoding: characters[start..<min(start + 64, characters.count)], as: UTF8.self))
    }
    lines.append("-----END \(label)-----")
    return lines.map { $0 + "\n" }.joined()
  }
}
