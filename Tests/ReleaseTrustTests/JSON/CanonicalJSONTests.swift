import Cryptography
import ReleaseTrust
import Testing

@Suite struct CanonicalJSONTests {
  /// Made with `encode_canonical` of securesystemslib 1.6.0.
  @Test(arguments: [
    (
      #"{"b": 1, "a": [true, false, null, -5, 9223372036854775807, -9223372036854775808]}"#,
      "7b2261223a5b747275652c66616c73652c6e756c6c2c2d352c393232333337323033363835343737353830372c2d393232333337323033"
        + "363835343737353830385d2c2262223a317d"
    ),
    (
      #"{"\u00e9": 1, "e\u0301": 2, "z": 3, "\uffff": 4, "\ud83d\ude00": 5, "": 6}"#,
      "7b22223a362c2265cc81223a322c227a223a332c22c3a9223a312c22efbfbf223a342c22f09f9880223a357d"
    ),
    (
      #"{"quote\"": "back\\slash", "line": "a\nb\tc\u0001\u007f/"}"#,
      "7b226c696e65223a22610a620963017f2f222c2271756f74655c22223a226261636b5c5c736c617368227d"
    ),
    (
      #"{"A": {}, "a": [], "aa": {"x": ""}, "Aa": [[[]]]}"#,
      "7b2241223a7b7d2c224161223a5b5b5b5d5d5d2c2261223a5b5d2c226161223a7b2278223a22227d7d"
    ),
    (#"["\u2028\u2029"]"#, "5b22e280a8e280a9225d"),
  ])
  func `writes what securesystemslib writes`(text: String, expected: String) throws {
    let value = try JSONReader.read(Array(text.utf8), maximumBytes: 1000)
    #expect(hexadecimal(CanonicalJSON.bytes(of: value)) == expected)
  }

  @Test func `does not depend on order, white space and escapes of what was read`() throws {
    let texts = [#"{"a":"é/","b":[1,2]}"#, "{ \"b\" : [ 1,\n2 ], \"\\u0061\" : \"\\u00E9\\/\" }"]
    let canonical = try texts.map {
      CanonicalJSON.bytes(of: try JSONReader.read(Array($0.utf8), maximumBytes: 1000))
    }
    #expect(canonical[0] == canonical[1])
    #expect(canonical[0] == Array(texts[0].utf8))
  }
}
