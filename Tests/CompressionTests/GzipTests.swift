import Testing

@testable import Compression

@Suite struct GzipTests {
  private let text = Array(String(repeating: "a release ", count: 1000).utf8)

  private func pack(_ bytes: [UInt8], below limit: Int) -> [UInt8]? {
    bytes.withUnsafeBytes { Gzip.pack($0, below: limit) }
  }

  @Test func `names no time, no file and no system`() throws {
    let packed = try #require(pack(text, below: 1000))
    #expect(packed.prefix(10) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
  }

  @Test func `holds the bytes, their CRC and their length`() throws {
    let packed = try #require(pack(text, below: 1000))
    var inflater = try BlockInflater()
    var output = [UInt8](repeating: 0, count: text.count)
    let outcome = packed.dropFirst(10).withUnsafeBytes { input in
      output.withUnsafeMutableBytes { inflater.unpack(input, into: $0) }
    }
    #expect(outcome == .complete(used: packed.count - 18, written: text.count))
    #expect(output == text)
    let crc = text.withUnsafeBytes { crc32(after: 0, $0) }
    let trailer = [crc, UInt32(text.count)].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    #expect(Array(packed.suffix(8)) == trailer)
  }

  @Test func `gives up when it would be as long as the limit`() throws {
    let count = try #require(pack(text, below: text.count)).count
    #expect(pack(text, below: count - 1) == nil)
  }
}
