import Cryptography
import Testing

@Suite struct ConstantTimeEqualTests {
  @Test(
    arguments: [
      ([], [], true), ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2, 4], false),
      ([0, 2, 3], [1, 2, 3], false), ([1, 2], [1, 2, 3], false), ([], [0], false),
    ] as [([UInt8], [UInt8], Bool)])
  func `tells equal byte strings from others`(left: [UInt8], right: [UInt8], equal: Bool) {
    #expect(constantTimeEqual(left, right) == equal)
  }
}
