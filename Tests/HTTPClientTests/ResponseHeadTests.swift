import Testing

@testable import HTTPClient

@Suite struct ResponseHeadTests {
  private func heads(_ lines: [String]) -> [ResponseHead] {
    var reader = ResponseHeadReader()
    return lines.compactMap { line in Array((line + "\r\n").utf8).withUnsafeBytes { reader.take($0) } }
  }

  @Test func `reads status and fields in order`() throws {
    let head = try #require(heads(["HTTP/1.1 404 Not Found", "A: 1", "b:2", "A:  3 ", ""]).first)
    #expect(head.status == 404)
    #expect(head.fields["a"] == "1")
    #expect(head.fields["B"] == "2")
    #expect(head.fields.all.map(\.value) == ["1", "2", "3"])
  }

  @Test func `leaves out interim answers and trailers`() {
    let heads = heads(["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "A: 1", "", "Trailer: x", ""])
    #expect(heads.map(\.status) == [200])
    #expect(heads.first?.fields["Trailer"] == nil)
  }

  @Test(arguments: [
    ("text/HTML; charset=utf-8", "text/html"), ("application/zip", "application/zip"), (" a/b ", "a/b"),
  ])
  func `names the media type without parameters`(value: String, type: String) {
    #expect(ResponseHead(status: 200, fields: ["Content-Type": value]).mediaType == type)
  }

  @Test(arguments: [("\"a\"", "\"a\""), ("W/\"a\"", nil), ("a", nil), ("\"", nil)])
  func `only strong entity tags count`(value: String, tag: String?) {
    #expect(ResponseHead(status: 200, fields: ["ETag": value]).strongEntityTag == tag)
  }

  @Test(
    arguments: [
      ("bytes 5-9/10", 5, 10), ("bytes 5-9/*", 5, nil), ("bytes */10", nil, 10),
    ] as [(String, UInt64?, UInt64?)])
  func `reads Content-Range`(text: String, first: UInt64?, total: UInt64?) throws {
    let range = try #require(ContentRange(parsing: text))
    #expect(range.firstByte == first)
    #expect(range.totalBytes == total)
  }

  @Test(arguments: [
    "", "bytes 5-9", "bytes 9-5/10", "bytes -5/10", "items 5-9/10", "bytes 5-9/x", "bytes 5-9/1/2",
  ])
  func `refuses a Content-Range that is none`(text: String) { #expect(ContentRange(parsing: text) == nil) }
}
