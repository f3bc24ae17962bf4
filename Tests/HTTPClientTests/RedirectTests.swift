import Testing

@testable import HTTPClient

@Suite struct RedirectTests {
  private func next(
    _ status: Int, _ location: String, method: HTTPMethod = .get, body: HTTPRequestBody = .none,
    from origin: String = "https://h/a"
  ) throws -> HTTPRequest? {
    let request = HTTPRequest(
      method, try WebAddress(parsing: origin), fields: ["Authorization": "Bearer x", "Accept": "*/*"],
      body: body)
    return try RedirectPolicy.next(
      after: ResponseHead(status: status, fields: ["Location": location]), to: request)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `follows within an origin with credentials`(status: Int) throws {
    let request = try #require(try next(status, "/b"))
    #expect(request.address.text == "https://h/b")
    #expect(request.fields["Authorization"] == "Bearer x")
  }

  @Test(arguments: ["https://other/b", "https://h:444/b"])
  func `leaves credentials behind at another origin`(location: String) throws {
    let request = try #require(try next(302, location))
    #expect(request.fields["authorization"] == nil)
    #expect(request.fields["Accept"] == "*/*")
  }

  @Test(arguments: [200, 300, 304, 404])
  func `other answers are results`(status: Int) throws { #expect(try next(status, "/b") == nil) }

  @Test func `never from https to http`() throws {
    let error = try #require(try clientError { _ = try next(302, "http://h/b?secret=1") })
    #expect(error.code == .redirectRefused)
    #expect(!error.message.contains("secret"))
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://h/", "gopher://h/?secret=1", "//", "http://"])
  func `never to another scheme`(location: String) throws {
    let error = try #require(try clientError { _ = try next(302, location) })
    #expect(error.code == .redirectRefused)
    #expect(!error.message.contains("secret"))
  }

  @Test func `a body is sent again on 307, and never to another origin`() throws {
    let request = try #require(try next(307, "/b", method: .post, body: .bytes([1])))
    #expect(request.method == .post)
    #expect(request.body.sizeBytes == 1)
    let error = try clientError { _ = try next(307, "https://other/", method: .post, body: .bytes([1])) }
    #expect(error?.code == .redirectRefused)
  }

  @Test func `303 turns a change into a look, 302 does not`() throws {
    let request = try #require(try next(303, "/b", method: .post, body: .bytes([1])))
    #expect(request.method == .get)
    #expect(request.body.isEmpty)
    #expect(try clientError { _ = try next(302, "/b", method: .post) }?.code == .redirectRefused)
  }
}
