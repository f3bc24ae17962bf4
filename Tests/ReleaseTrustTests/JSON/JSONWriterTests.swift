import ReleaseTrust
import Testing

@Suite struct JSONWriterTests {
  private let value: StrictJSON = .object([
    "text": "a\"\\\n\u{1}\u{1f}é😀", "list": [1, .array([]), .object([:]), .null], "flag": true,
    "é": .integer(.min),
  ])

  @Test(arguments: JSONWriter.Layout.allCases)
  func `writes what the strict reader reads back as the same value`(layout: JSONWriter.Layout) throws {
    let bytes = JSONWriter.bytes(of: value, layout)
    #expect(try JSONReader.read(bytes, maximumBytes: 1000) == value)
  }

  @Test func `writes a compact line, names sorted, control characters escaped`() {
    #expect(
      String(decoding: JSONWriter.bytes(of: value, .compact), as: UTF8.self)
        == #"{"flag":true,"list":[1,[],{},null],"text":"a\"\\\n\u0001\u001fé😀","é":-9223372036854775808}"#)
  }

  @Test func `writes one member a line for people`() {
    let small: StrictJSON = .object(["b": [1, 2], "a": .object([:])])
    #expect(
      String(decoding: JSONWriter.bytes(of: small, .pretty), as: UTF8.self) == """
        {
          "a": {},
          "b": [
            1,
            2
          ]
        }

        """)
  }
}
