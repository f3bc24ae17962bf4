import Testing

@testable import HTTPServer

@Suite struct TargetTests {
  @Test(arguments: [
    ("/", "/"), ("/a/b", "/a/b"), ("/a%20b", "/a b"), ("/caf%C3%A9", "/café"), ("/a+b", "/a+b"),
    ("http://host/x", "/x"), ("HTTPS://host:1/x?y", "/x"), ("/a%2Fb", "/a/b"), ("*", "*"),
    ("/a//b/", "/a//b/"), ("http://host", "/"), ("http://host?x", "/"), ("http://[::1]:80/a%20b", "/a b"),
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
    "", "a", "host:80", "http:///x", "http://", "http://:80/", "http://me@host/", "http://ho st/",
    "http://host:8a/",
    "http://[::1/", "1ttp://host/", "http:/host/", "/%", "/%4", "/%zz", "/%00", "/%ff", "/%C3", "/a b",
    "/a\u{7f}",
    "/a\t",
    "/?a=%00", "/?a=%F0%9F", "/?%g1", "/#a", "/\u{1}", "/%ED%A0%80", "/%C0%AF",
  ])
  func `refuses what is not a URL`(target: String) {
    #expect(throws: HeadBuffer.TargetFault.invalid) { try head(target) }
  }

  @Test(arguments: ["ftp://host/x", "ws://host/", "svn+ssh://host/x", "FILE:///etc/passwd"])
  func `tells another scheme from what is no URL`(target: String) {
    #expect(throws: HeadBuffer.TargetFault.foreignScheme) { try head(target) }
  }

  @Test(arguments: [
    ("/x", ["Host: own"], ["own"]), ("http://other:81/x", ["hOST: own"], ["other:81"]),
    ("https://other", ["A: 1", "Host: own", "B: 2"], ["other"]), ("http://other/", [], ["other"]),
    ("http://other/x?http://third/", ["Host: own"], ["other"]),
  ])
  func `lets the server of an absolute target take the place of Host`(
    target: String, fields: [String], hosts: [String]
  ) throws {
    let read = try head(target, fields: fields)
    #expect(read.headerValues("Host") == hosts)
    #expect(read.headers.count == max(fields.count, 1))
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

/// The head of a request.
func head(_ target: String, method: RequestMethod = .get, fields: [String] = []) throws -> RequestHead {
  let buffer = HeadBuffer()
  buffer.method = method
  buffer.target = buffer.append(Array(target.utf8), count: target.utf8.count)
  for field in fields {
    let parts = field.split(separator: ":", maxSplits: 1).map { Array($0.utf8.drop { $0 == ASCII.space }) }
    buffer.headers.append(
      HeadBuffer.Pair(
        name: buffer.append(parts[0], count: parts[0].count),
        value: buffer.append(parts[1], count: parts[1].count)))
  }
  try buffer.readTarget()
  return RequestHead(buffer: buffer)
}
