import Testing

@testable import HTTPServer

@Suite struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-0", ByteRange.part(offset: 0, count: 1)),
    ("bytes=0-99", .part(offset: 0, count: 100)),
    ("bytes=10-", .part(offset: 10, count: 90)),
    ("bytes=-10", .part(offset: 90, count: 10)),
    ("bytes=-1000", .part(offset: 0, count: 100)),
    ("bytes=99-1000", .part(offset: 99, count: 1)),
    ("BYTES= 5 - 6", .part(offset: 5, count: 2)),
    ("bytes=0-99999999999999999999999", .part(offset: 0, count: 100)),
    ("bytes=100-", .unsatisfiable), ("bytes=100-200", .unsatisfiable), ("bytes=-0", .unsatisfiable),
    ("bytes=99999999999999999999999-", .unsatisfiable),
    ("bytes=0-1,3-4", .whole), ("bytes=-", .whole), ("bytes=5-4", .whole), ("bytes=a-b", .whole),
    ("bytes=", .whole), ("items=0-1", .whole), ("bytes=+1-2", .whole), ("bytes=1--2", .whole), ("", .whole),
  ])
  func `reads what is asked of 100 bytes`(field: String, range: ByteRange) {
    #expect(ByteRange(parsing: field, size: 100) == range)
  }

  @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
  func `has nothing to give of no bytes`(field: String) {
    #expect(ByteRange(parsing: field, size: 0) == .unsatisfiable)
  }
}
