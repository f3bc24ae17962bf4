import ReleaseTrust
import Testing

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws(TrustError) -> StrictJSON {
    try JSONReader.read(Array(text.utf8), maximumBytes: 1000)
  }

  private func refusal(of bytes: [UInt8], maximumBytes: Int = 1000) throws -> TrustError {
    try #require(throws: TrustError.self) { try JSONReader.read(bytes, maximumBytes: maximumBytes) }
  }

  @Test(arguments: [
    ("null", StrictJSON.null), (" true\r\n", true), ("\tfalse", false), ("0", 0), ("-1", -1), ("10", 10),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("[]", .array([])), ("[ 1 , [ ] ]", .array([1, .array([])])), ("{ }", .object([:])),
    (#"{"b":1,"a":"x"}"#, .object(["a": "x", "b": 1])),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""\u00e9\uD83D\uDE00\u0000""#, "\u{e9}\u{1F600}\u{0}"),
    (#""ü€😀""#, "ü€😀"),
  ])
  func `reads every kind of value`(text: String, expected: StrictJSON) throws {
    #expect(try read(text) == expected)
  }

  @Test(arguments: ["1.0", "-0", "-0.0e+1", "1e400", "[9223372036854775808,2E-3]", #"{"a":0.5,"b":-12.25}"#])
  func `a check lets every number pass`(text: String) throws {
    try JSONReader.check(Array(text.utf8), maximumBytes: 1000)
  }

  @Test(arguments: [
    (#"{"a":0.5,"k":1,"k":2}"#, TrustErrorCode.jsonDuplicateKey, 15), ("01.5", .jsonSyntax, 2),
    ("1.", .jsonSyntax, 2),
    ("-", .jsonSyntax, 1), ("1e", .jsonSyntax, 2), ("1e+", .jsonSyntax, 3), ("1.5.5", .jsonTrailingBytes, 3),
  ])
  func `a check refuses the rest`(text: String, code: TrustErrorCode, offset: Int) throws {
    let error = try #require(throws: TrustError.self) {
      try JSONReader.check(Array(text.utf8), maximumBytes: 1000)
    }
    #expect(error.code == code && error.byteOffset == offset, "\(error)")
  }

  @Test(arguments: [
    (#"{"k":1,"k":2}"#, TrustErrorCode.jsonDuplicateKey, 7),
    (#"{"z":1,"a":{"k":1,"b":0,"\u006b":2}}"#, .jsonDuplicateKey, 24),
    ("1.0", .jsonNotAnInteger, 1), ("1e2", .jsonNotAnInteger, 1), ("[1E2]", .jsonNotAnInteger, 2),
    ("-0", .jsonNotAnInteger, 0), ("-0.0", .jsonNotAnInteger, 2),
    ("9223372036854775808", .jsonIntegerOutOfRange, 0), ("-9223372036854775809", .jsonIntegerOutOfRange, 0),
    ("01", .jsonSyntax, 0), ("-", .jsonSyntax, 1), ("+1", .jsonSyntax, 0), ("NaN", .jsonSyntax, 0),
    ("{} x", .jsonTrailingBytes, 3), ("1 2", .jsonTrailingBytes, 2), ("{}\u{0}", .jsonTrailingBytes, 2),
    ("\u{FEFF}{}", .jsonByteOrderMark, 0),
    ("", .jsonSyntax, 0), ("[1,]", .jsonSyntax, 3), ("[1 2]", .jsonSyntax, 3), (#"{"a":1,}"#, .jsonSyntax, 7),
    (#"{"a" 1}"#, .jsonSyntax, 5), ("{1:1}", .jsonSyntax, 1), ("[", .jsonSyntax, 1),
    (#"{"a":1"#, .jsonSyntax, 6),
    (#""abc"#, .jsonSyntax, 4), (#""a\"#, .jsonSyntax, 3), (#""\x41""#, .jsonSyntax, 2),
    (#""\u12"#, .jsonSyntax, 5), (#""\u12G4""#, .jsonSyntax, 5), ("\"a\nb\"", .jsonSyntax, 2),
    ("tru", .jsonSyntax, 0), ("'a'", .jsonSyntax, 0), ("// a\n1", .jsonSyntax, 0),
    (#""\uD800""#, .jsonLoneSurrogate, 1), (#""\uDC00""#, .jsonLoneSurrogate, 1),
    (#""ab\uD800\u0041""#, .jsonLoneSurrogate, 3),
  ])
  func `refuses what two readers could understand differently`(
    text: String, code: TrustErrorCode, offset: Int
  ) throws {
    let error = try refusal(of: Array(text.utf8))
    #expect(error.code == code)
    #expect(error.byteOffset == offset)
    #expect(error.message.contains("byte \(offset)"))
  }

  @Test(
    arguments: [[UInt8]]([[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]]))
  func `refuses bytes that are not UTF-8`(bytes: [UInt8]) throws {
    let error = try refusal(of: bytes)
    #expect(error.code == .jsonInvalidUTF8)
    #expect(error.byteOffset == 1)
  }

  @Test func `reads 64 levels and refuses the next`() throws {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try read(deepest) }
    let error = try refusal(of: Array("{\"a\":\(deepest)}".utf8))
    #expect(error.code == .jsonTooDeep)
    #expect(error.byteOffset == 68)
  }

  @Test func `refuses a document that is one byte too long, before it looks at it`() throws {
    #expect(throws: Never.self) { try JSONReader.read(Array("[10]".utf8), maximumBytes: 4) }
    #expect(try refusal(of: Array("[10".utf8) + [0xFF, 0xFF], maximumBytes: 4).code == .jsonTooLong)
  }

  @Test func `keeps two spellings of an accent apart`() throws {
    let value = try read("{\"caf\u{e9}\":1,\"cafe\u{301}\":2}")
    #expect(value == .object(["caf\u{e9}": 1, "cafe\u{301}": 2]))
    #expect(value != .object(["caf\u{e9}": 2, "cafe\u{301}": 1]))
  }
}
