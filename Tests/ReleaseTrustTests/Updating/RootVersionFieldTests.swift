import ReleaseTrust
import Testing

@Suite struct RootVersionFieldTests {
  @Test(arguments: [1, 3, 1_000_000, .max] as [Int64])
  func `reads what it writes`(version: Int64) {
    #expect(RootVersionField.version(parsing: [RootVersionField.value(version)]) == version)
  }

  @Test(arguments: [
    [], [""], ["0"], ["-1"], ["+1"], ["01"], ["1 "], [" 1"], ["1.0"], ["1e2"], ["0x1"], ["1, 1"], ["\u{661}"],
    ["one"],
    ["9223372036854775808"], ["1", "1"], ["1", "2"],
  ])
  func `takes nothing else for a version`(values: [String]) {
    #expect(RootVersionField.version(parsing: values) == nil)
  }
}
