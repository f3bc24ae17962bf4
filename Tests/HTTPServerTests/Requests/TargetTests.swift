import Testing

@testable import HTTPServer

@Suite struct TargetTests {
  @Test(arguments: [
    ("/", "/"), ("/a/b", "/a/b"), ("/a%20b", "/a b"), ("/caf%C3%A9", "/café"), ("/a+b", "/a+b"),
    ("http://host/x", "/x"), ("HTTPS://host:1/x?y", "/x"), ("/a%2Fb", "/a/b"), ("*", "*"),
    ("/a//b/", "/a//b/"),
  ])
  func `decodes the path once`(target: String, path: String) throws {
    #expect(try head(target).path == path)
  }

  @Test(arguments: [
    ("/?a=1", [QueryItem(name: "a", value: "1")]),
    ("/?a=1&a=2", [QueryItem(name: "a", value: "1"), QueryItem(name: "a", value: "2")]),
    ("/?a", [QueryItem(name: "a", value: "")]),
    ("/?a=", [QueryItem(name: "a", value: "")]),
    ("/?=b", [QueryItem(name: "", value: "b")]),
    ("/?a=b=c", [QueryItem(name: "a", value: "b=c")]),
    ("/?a=x+y%2B", [QueryItem(name: "a", value: "x y+")]),
    ("/?%61=%F0%9F%9A%80", [QueryItem(name: "a", value: "🚀")]),
    ("/?&&a=1&", [QueryItem(name: "a", value: "1")]),
    ("/?", []), ("/", []), ("/?a=%3Fb?c", [QueryItem(name: "a", value: "?b?c")]),
  ])
  func `keeps every query item in order`(target: String, items: [QueryItem]) throws {
    #expect(try head(target).query == items)
  }

  @Test(arguments: [
    "", "a", "host:80", "http://host", "/%", "/%4", "/%zz", "/%00", "/%ff", "/%C3", "/a b", "/a\u{7f}",
    "/a\t",
    "/?a=%00", "/?a=%F0%9F", "/?%g1", "/#a", "/\u{1}", "/%ED%A0%80", "/%C0%AF",
  ])
  func `refuses what is not a URL`(target: String) {
    #expect(throws: HeadBuffer.TargetFault.invalid) { try head(target) }
  }

  @Test func `refuses a flood of query items`() throws {
    let most = HeadBuffer.maximumQueryItems
    let full = "/?" + String(repeating: "a&", count: most)
    #expect(try head(full).query.count == most)
    #expect(throws: HeadBuffer.TargetFault.tooManyItems) { try head(full + "a") }
  }

  @Test func `finds a value without making text of it`() throws {
    let head = try head("/?channel=prod%C3%BC&b=2&b=3")
    #expect(head.withQueryValue("channel") { $0.elementsEqual("prodü".utf8) } == true)
    #expect(head.withQueryValue("absent") { $0.count } == nil)
    #expect(head.queryCount("b") == 2)
    #expect(head.queryValues("b") == ["2", "3"])
  }

  @Test func `tells names apart by their bytes`() throws {
    let head = try head("/?caf%C3%A9=1&cafe%CC%81=2")
    #expect(head.queryValues("caf\u{e9}") == ["1"])
  }
}

/// The head of a request without fields.
func head(_ target: String, method: RequestMethod = .get) throws -> RequestHead {
  let buffer = HeadBuffer()
  buffer.method = method
  buffer.target = buffer.append(Array(target.utf8), count: target.utf8.count)
  try buffer.readTarget()
  return RequestHead(buffer: buffer)
}
