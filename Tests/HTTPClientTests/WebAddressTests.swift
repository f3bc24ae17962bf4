import HTTPClient
import Testing

@Suite struct WebAddressTests {
  @Test(arguments: [
    ("http://Example.com", "http://example.com/", 80), ("https://example.com", "https://example.com/", 443),
    ("http://127.0.0.1:8080/a", "http://127.0.0.1:8080/a", 8080),
    ("http://[::1]:81/a", "http://[::1]:81/a", 81),
    ("https://user:secret@example.com:444/a/b?token=secret#part", "https://example.com:444/a/b", 444),
  ])
  func `describes itself without secrets`(text: String, description: String, port: Int) throws {
    let address = try WebAddress(parsing: text)
    #expect(address.description == description)
    #expect(address.port == port)
  }

  @Test(arguments: [
    "", "example.com/a", "ftp://example.com", "file:///etc/passwd", "http://", "http://a b/",
    "http://a\r\nX: y",
    "http://example.com:99999/", "javascript:alert(1)",
  ])
  func `refuses what is not an http address`(text: String) throws {
    let error = try #require(try clientError { _ = try WebAddress(parsing: text) })
    #expect(error.code == .invalidAddress)
    #expect(error.message.contains("write one such as"))
  }

  @Test func `a refusal shows neither user info nor query`() throws {
    let error = try #require(
      try clientError { _ = try WebAddress(parsing: "ftp://user:secret@host/?t=secret") })
    #expect(!error.message.contains("secret"))
  }

  @Test(arguments: [
    (["a b"], "http://h/base/a%20b"), (["a+b"], "http://h/base/a%2Bb"), (["a%20b"], "http://h/base/a%2520b"),
    (["a/b", "é"], "http://h/base/a%2Fb/%C3%A9"), ([], "http://h/base"),
  ])
  func `encodes path parts exactly once`(parts: [String], text: String) throws {
    #expect(try WebAddress(parsing: "http://h/base/").appending(path: parts).text == text)
  }

  @Test(arguments: [
    ("http://h", "http://h/1.%3F%2F%23.json"), ("http://h/", "http://h/1.%3F%2F%23.json"),
    ("http://h/a%20b", "http://h/a%20b/1.%3F%2F%23.json"), ("http://h/a/", "http://h/a/1.%3F%2F%23.json"),
    ("http://h/a?key=%2F&b", "http://h/a/1.%3F%2F%23.json?key=%2F&b"),
    ("http://u:p@h:81/a/?key", "http://u:p@h:81/a/1.%3F%2F%23.json?key"),
  ])
  func `appends what is percent-encoded already as it is, and keeps the query`(base: String, text: String)
    throws
  {
    #expect(try WebAddress(parsing: base).appending(encodedPath: "1.%3F%2F%23.json").text == text)
  }

  @Test func `encodes the query exactly once`() throws {
    let address = try WebAddress(parsing: "http://h:81/?old=1").appending(
      path: ["x"], query: [("wrapperVersion", "1.0.0+build 7"), ("channel", "a&b")])
    #expect(address.text == "http://h:81/x?wrapperVersion=1.0.0%2Bbuild%207&channel=a%26b")
  }

  @Test func `encodes a raw space in an address it is given, and leaves what is encoded`() throws {
    #expect(try WebAddress(parsing: "http://h/a b%20c+d.zip").text == "http://h/a%20b%20c+d.zip")
  }

  @Test(arguments: [
    ("/x", "https://h/x"), ("y?z=1", "https://h/a/y?z=1"), ("http://other/", "http://other/"),
    ("//other/p", "https://other/p"), ("?q=2", "https://h/a/b?q=2"),
  ])
  func `resolves references`(reference: String, text: String) throws {
    #expect(try WebAddress(parsing: "https://h/a/b?q=1").resolving(reference).text == text)
  }

  @Test(arguments: [
    ("http://h/", "http://h:80/x", true), ("http://h/", "https://h/", false),
    ("http://h/", "http://h:81/", false),
    ("http://h/", "http://g/", false),
  ])
  func `compares origins`(left: String, right: String, isSame: Bool) throws {
    #expect(try WebAddress(parsing: left).isSameOrigin(as: WebAddress(parsing: right)) == isSame)
  }
}
