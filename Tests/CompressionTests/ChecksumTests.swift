import Testing

@testable import Compression

@Suite struct ChecksumTests {
  private func crc(_ text: String, after previous: UInt32 = 0) -> UInt32 {
    Array(text.utf8).withUnsafeBytes { crc32(after: previous, $0) }
  }

  @Test func `gives the check value of the CRC catalogue`() {
    #expect(crc("123456789") == 0xcbf4_3926)
  }

  @Test func `goes on where it stopped`() {
    #expect(crc("6789", after: crc("12345")) == crc("123456789"))
  }

  @Test func `is not changed by nothing`() {
    #expect(crc32(after: 42, UnsafeRawBufferPointer(start: nil, count: 0)) == 42)
    #expect(crc("") == 0)
  }
}
