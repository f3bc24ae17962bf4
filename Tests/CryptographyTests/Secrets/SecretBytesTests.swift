import Cryptography
import Testing

@Suite struct SecretBytesTests {
  @Test(arguments: [[], [1], [UInt8](0...255)])
  func `lends what it was given`(bytes: [UInt8]) {
    let secret = SecretBytes(copying: bytes)
    #expect(secret.count == bytes.count)
    #expect(secret.isEmpty == bytes.isEmpty)
    #expect(secret.withUnsafeBytes { $0.baseAddress != nil })
    #expect(secret.withUnsafeBytes { Array($0) } == bytes)
  }

  @Test func `keeps as much as was written`() {
    let secret = SecretBytes(capacity: 8) { buffer in
      buffer.copyBytes(from: [1, 2, 3])
      return 3
    }
    #expect(secret.withUnsafeBytes { Array($0) } == [1, 2, 3])
  }
}
