import Foundation
import ReleaseModel
import Testing

@Suite struct RolloutSaltTests {
  @Test(
    arguments: [
      (0, "0000000000000000"), (42, "000000000000002a"), (.max, "ffffffffffffffff"),
      (0x0123_4567_89ab_cdef, "0123456789abcdef"),
    ] as [(UInt64, String)])
  func `is 16 hexadecimal characters, both ways`(value: UInt64, text: String) throws {
    let encoded = try JSONEncoder().encode([RolloutSalt(value)])
    #expect(String(decoding: encoded, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([RolloutSalt].self, from: encoded) == [RolloutSalt(value)])
  }

  @Test(arguments: [
    "", "2a", "000000000000002A", "+00000000000002a", "00000000000000000", "g000000000000000",
  ])
  func `is refused in any other form`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RolloutSalt].self, from: Data("[\"\(text)\"]".utf8))
    }
  }
}
