import Testing

@testable import HTTPServer

@Suite struct EntityTagTests {
  @Test(arguments: [
    (#""a""#, true), (#"W/"a""#, true), (#""b", "a""#, true), (#""b","a""#, true), (#"W/"b" , W/"a""#, true),
    ("*", true), (#""b""#, false), (#""A""#, false), ("a", false), (#""a"#, false), ("", false),
    (#""b, "a""#, false), (#""aa""#, false),
  ])
  func `finds a tag in a list`(list: String, isFound: Bool) {
    for tag in [#""a""#, #"W/"a""#] {
      #expect(Array(list.utf8).withUnsafeBytes { EntityTag.list($0, contains: tag) } == isFound)
    }
  }

  @Test(arguments: [(#""a""#, true), (#"W/"a""#, false), (#""b""#, false), ("a", false)])
  func `takes only the strong tag for a range`(value: String, isStrong: Bool) {
    #expect(EntityTag.isStrong(value, equalTo: #""a""#) == isStrong)
  }
}
