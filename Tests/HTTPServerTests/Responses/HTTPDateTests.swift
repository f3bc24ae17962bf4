import Testing

@testable import HTTPServer

@Suite struct HTTPDateTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
  ])
  func `is written as RFC 9110 says`(second: Int, text: String) {
    #expect(HTTPDate(second: second).description == text)
  }
}
