import Testing

@testable import HTTPServer

@Suite struct PeerAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::ffff:10.0.0.1", "10.0.0.1"),
    ("2001:DB8::0001", "2001:db8::1"),
  ])
  func `writes addresses in their usual form`(text: String, form: String) {
    #expect(PeerAddress(parsing: text)?.description == form)
  }

  @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4:80", "[::1]", "1.2.3.4 "])
  func `refuses what is not an address`(text: String) {
    #expect(PeerAddress(parsing: text) == nil)
  }

  @Test(arguments: [
    ("127.9.9.9", true), ("::1", true), ("10.0.0.1", false), ("::2", false), ("2001:db8::1", false),
  ])
  func `knows loopback`(text: String, isLoopback: Bool) {
    #expect(PeerAddress(parsing: text)?.isLoopback == isLoopback)
  }

  @Test(arguments: [
    ("2001:db8::1", "2001:db8::ffff:1:2:3", true), ("2001:db8::1", "2001:db8:0:1::1", false),
    ("10.0.0.1", "10.0.0.2", false), ("10.0.0.1", "::ffff:10.0.0.1", true),
  ])
  func `counts an IPv6 network as one client`(left: String, right: String, isSame: Bool) {
    #expect((PeerAddress(parsing: left)?.limitGroup == PeerAddress(parsing: right)?.limitGroup) == isSame)
  }
}
