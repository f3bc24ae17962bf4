import Testing

@testable import ReleaseBundle

@Suite struct ByteBufferTests {
  @Test(arguments: [1, 4096, (2 << 20) - 1, 2 << 20, (5 << 20) + 3])
  func `has room for what was asked for, and grows`(count: Int) {
    var buffer = ByteBuffer(count: count)
    for wanted in [count, (count + 1) / 2, 2 * count, 2 * count + (3 << 20)] {
      buffer.reserve(wanted)
      #expect(buffer.bytes.count >= wanted)
      buffer.bytes.initializeMemory(as: UInt8.self, repeating: 7)
      #expect(buffer.bytes[wanted - 1] == 7)
    }
  }
}
