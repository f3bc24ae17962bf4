import Testing

@testable import HTTPServer

@Suite struct ContentCodingTests {
  @Test(arguments: [
    ("gzip", true), ("deflate, gzip;q=0.5", true), ("GZIP", true), ("*", true), ("gzip;q=0.001", true),
    ("", false), ("br", false), ("gzip;q=0", false), ("gzip; q=0.000", false), ("gzip;q=0, *", false),
    ("*;q=0", false), ("identity", false), ("xgzip", false),
  ])
  func `goes by what the client accepts`(field: String, isAccepted: Bool) {
    #expect(ContentCoding.isAccepted(by: field) == isAccepted)
  }

  @Test(arguments: [
    (1024, "application/json", true), (1023, "application/json", false), (9999, "application/zip", false),
    (9999, "text/plain; version=0.0.4", true), (9999, "application/problem+json", true), (9999, nil, false),
  ])
  func `is worth it for larger texts`(count: Int, type: String?, isWorthwhile: Bool) {
    #expect(ContentCoding.isWorthwhile(count: count, type: type) == isWorthwhile)
  }

  @Test func `gives up on bytes that do not shrink`() {
    let noise = (0..<4096).map { _ in UInt8.random(in: 0...255) }
    #expect(noise.withUnsafeBytes { ContentCoding.compress($0) } == nil)
  }

  @Test func `makes the same bytes every time`() throws {
    let text = Array(String(repeating: "a release ", count: 1000).utf8)
    let first = try #require(text.withUnsafeBytes { ContentCoding.compress($0) })
    #expect(first.count < text.count / 10)
    #expect(first.prefix(3) == [0x1f, 0x8b, 8])
    #expect(text.withUnsafeBytes { ContentCoding.compress($0) } == first)
  }
}
