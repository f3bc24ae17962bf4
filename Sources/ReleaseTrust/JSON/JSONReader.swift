/// Reads JSON (RFC 8259) from bytes and refuses whatever two readers could understand differently: a name twice,
/// fractions and exponents, numbers beyond 64 bits, `-0`, bytes after the value, a byte order mark, bytes that are not
/// UTF-8, half a surrogate pair. Depth and length are bounded. Every refusal has its own code and names the byte.
package struct JSONReader {
  /// Deeper nesting than this is refused; metadata needs six levels.
  package static let maximumDepth = 64

  private let bytes: [UInt8]
  /// Whether numbers may be any that JSON has. They are not kept, so the value is good for nothing then.
  private let skipsNumbers: Bool
  private var position = 0

  private init(_ bytes: [UInt8], skipsNumbers: Bool) {
    self.bytes = bytes
    self.skipsNumbers = skipsNumbers
  }

  /// Reads a whole document of at most `maximumBytes`.
  package static func read(_ bytes: [UInt8], maximumBytes: Int) throws(TrustError) -> StrictJSON {
    try read(bytes, maximumBytes: maximumBytes, skippingNumbers: false)
  }

  /// Refuses the same of a document that another reader takes the values from, but lets every number of JSON pass.
  package static func check(_ bytes: [UInt8], maximumBytes: Int) throws(TrustError) {
    _ = try read(bytes, maximumBytes: maximumBytes, skippingNumbers: true)
  }

  private static func read(
    _ bytes: [UInt8], maximumBytes: Int, skippingNumbers: Bool
  ) throws(TrustError) -> StrictJSON {
    guard bytes.count <= maximumBytes else {
      throw refusal(.jsonTooLong, at: maximumBytes, "it is longer than \(maximumBytes) bytes")
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw refusal(.jsonByteOrderMark, at: 0, "it begins with a byte order mark")
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw refusal(.jsonInvalidUTF8, at: error.byteOffsets.lowerBound, "it is not UTF-8")
    }
    var reader = JSONReader(bytes, skipsNumbers: skippingNumbers)
    reader.skipWhiteSpace()
    let value = try reader.value(depth: 0)
    reader.skipWhiteSpace()
    guard reader.position == bytes.count else {
      throw refusal(.jsonTrailingBytes, at: reader.position, "there is something after the value")
    }
    return value
  }

  static func refusal(_ code: TrustErrorCode, at offset: Int, _ reason: String) -> TrustError {
    TrustError(code, "not strict JSON: at byte \(offset), \(reason)", byteOffset: offset)
  }

  private func refusal(_ reason: String, _ code: TrustErrorCode = .jsonSyntax) -> TrustError {
    Self.refusal(code, at: position, reason)
  }

  private mutating func value(depth: Int) throws(TrustError) -> StrictJSON {
    guard let byte = peek else { throw refusal("it ends where a value has to be") }
    switch byte {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return skipsNumbers ? try skipNumber() : .integer(try integer())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw refusal("no value begins like this")
    }
  }

  private mutating func object(depth: Int) throws(TrustError) -> JSONObject {
    try enter(depth)
    if skip(UInt8(ascii: "}")) { return JSONObject() }
    var members: [(member: JSONObject.Member, offset: Int)] = []
    repeat {
      skipWhiteSpace()
      let offset = position
      guard peek == UInt8(ascii: "\"") else { throw refusal("a member has to begin with its name in quotes") }
      let name = try text()
      guard skip(UInt8(ascii: ":")) else { throw refusal("a colon is missing after a name") }
      skipWhiteSpace()
      members.append((JSONObject.Member(name: name, value: try value(depth: depth)), offset))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw refusal("an object does not end with '}'") }
    return JSONObject(sorted: try Self.sorted(members))
  }

  private static func sorted(
    _ members: [(member: JSONObject.Member, offset: Int)]
  ) throws(TrustError) -> [JSONObject.Member] {
    let isSorted = zip(members, members.dropFirst()).allSatisfy { $0.member.name < $1.member.name }
    if isSorted { return members.map(\.member) }
    // Equal names stay in the order of the file, so that the second one is blamed.
    let sorted = members.sorted { ($0.member.name, $0.offset) < ($1.member.name, $1.offset) }
    for (left, right) in zip(sorted, sorted.dropFirst()) where left.member.name == right.member.name {
      throw refusal(
        .jsonDuplicateKey, at: right.offset, "an object has '\(right.member.name.string.prefix(100))' twice")
    }
    return sorted.map(\.member)
  }

  private mutating func array(depth: Int) throws(TrustError) -> [StrictJSON] {
    try enter(depth)
    if skip(UInt8(ascii: "]")) { return [] }
    var elements: [StrictJSON] = []
    repeat {
      skipWhiteSpace()
      elements.append(try value(depth: depth))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw refusal("a list does not end with ']'") }
    return elements
  }

  private mutating func enter(_ depth: Int) throws(TrustError) {
    guard depth <= Self.maximumDepth else {
      throw refusal("it is nested deeper than \(Self.maximumDepth) levels", .jsonTooDeep)
    }
    position += 1
  }

  private mutating func integer() throws(TrustError) -> Int64 {
    let start = position
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digits = bytes[position...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    position = digits.endIndex
    if let byte = peek, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte),
      !digits.isEmpty
    {
      throw refusal("a number has a fraction or an exponent", .jsonNotAnInteger)
    }
    guard let first = digits.first else { throw refusal("a number has no digits") }
    guard digits.count == 1 || first != UInt8(ascii: "0") else {
      throw Self.refusal(.jsonSyntax, at: start, "a number begins with 0")
    }
    guard !isNegative || first != UInt8(ascii: "0") else {
      throw Self.refusal(.jsonNotAnInteger, at: start, "0 has a sign")
    }
    // Int64 takes what the checks above let through, unless it is out of range.
    guard let value = Int64(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw Self.refusal(.jsonIntegerOutOfRange, at: start, "a number does not fit 64 bits")
    }
    return value
  }

  /// Any number (RFC 8259, section 6); answers null in its place.
  private mutating func skipNumber() throws(TrustError) -> StrictJSON {
    if peek == UInt8(ascii: "-") { position += 1 }
    let isZero = peek == UInt8(ascii: "0")
    let count = skipDigits()
    guard count > 0 else { throw refusal("a number has no digits") }
    guard count == 1 || !isZero else { throw refusal("a number begins with 0") }
    if peek == UInt8(ascii: ".") {
      position += 1
      try requireDigits()
    }
    guard let byte = peek, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") else { return .null }
    position += 1
    if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
    try requireDigits()
    return .null
  }

  private mutating func requireDigits() throws(TrustError) {
    guard skipDigits() > 0 else { throw refusal("a number has no digits") }
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func word(_ word: StaticString, _ value: StrictJSON) throws(TrustError) -> StrictJSON {
    guard word.withUTF8Buffer({ bytes[position...].starts(with: $0) }) else {
      throw refusal("no value begins like this")
    }
    position += word.utf8CodeUnitCount
    return value
  }
}

/// Strings and what they are made of.
extension JSONReader {
  private mutating func text() throws(TrustError) -> ExactText {
    position += 1
    let start = position
    while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\"") {
      guard byte != UInt8(ascii: "\\") else { return try escapedText(from: start) }
      position += 1
    }
    return try endOfText(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// The rest of a string, from its first escape on.
  private mutating func escapedText(from start: Int) throws(TrustError) -> ExactText {
    var content = Array(bytes[start..<position])
    while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") {
        content += Array(String(try escape()).utf8)
      } else {
        content.append(byte)
        position += 1
      }
    }
    return try endOfText(String(decoding: content, as: UTF8.self))
  }

  private mutating func endOfText(_ text: String) throws(TrustError) -> ExactText {
    guard let byte = peek else { throw refusal("it ends inside a text") }
    guard byte == UInt8(ascii: "\"") else { throw refusal("a text has a control character") }
    position += 1
    return ExactText(text)
  }

  private mutating func escape() throws(TrustError) -> Unicode.Scalar {
    position += 1
    guard let byte = peek else { throw refusal("it ends inside a text") }
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{c}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw refusal("a text has an escape that JSON does not have")
    }
    position += 1
    return scalar
  }

  private mutating func unicodeEscape() throws(TrustError) -> Unicode.Scalar {
    let start = position - 1
    func loneSurrogate() -> TrustError {
      Self.refusal(.jsonLoneSurrogate, at: start, "a text has half a surrogate pair")
    }
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: #"\u"#.utf8) else {
      throw loneSurrogate()
    }
    position += 1
    let trail = try codeUnit()
    guard UTF16.isTrailSurrogate(trail) else { throw loneSurrogate() }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  /// The four hexadecimal digits after the `u` at the position.
  private mutating func codeUnit() throws(TrustError) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = hexadecimalDigit(byte) else {
        throw refusal("an escape has to have four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipWhiteSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Skips white space, and the byte if it comes next.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipWhiteSpace()
    guard peek == byte else { return false }
    position += 1
    return true
  }
}
