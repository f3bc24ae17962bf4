import HTTPServer
import Testing

@Suite struct MalformedRequestTests {
  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400, "invalid_host"),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, "invalid_host"),
    ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid_url"),
    ("GET /?a=%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid_url"),
    ("GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid_url"),
    ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid_url"),
    ("GET /\u{0}x HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid_url"),
    ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid_url"),
    ("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid_url"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n", 400, "malformed_header"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n", 400, "malformed_header"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", 400, "malformed_header"),
    ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400, "malformed_header"),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\u{0}\r\n\r\nabcde", 400, "malformed_header"
    ),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400, "malformed_header"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX Y: a\r\n\r\n", 400, "malformed_header"),
    ("GET / HTTP/1.1\r\nHost: a\r\n: a\r\n\r\n", 400, "malformed_header"),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400,
      "ambiguous_body_length"
    ),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400,
      "ambiguous_body_length"
    ),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400, "ambiguous_body_length"
    ),
    (
      "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400,
      "ambiguous_body_length"
    ),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501,
      "unsupported_transfer_encoding"
    ),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501,
      "unsupported_transfer_encoding"
    ),
    ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 421, "foreign_scheme"),
    ("GET http://me@a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid_url"),
    ("GET http://a/ HTTP/1.1\r\n\r\n", 400, "invalid_host"),
    ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "invalid_host"),
    ("GET / HTTP/1.1\r\nHost: a, b c\r\n\r\n", 400, "invalid_host"),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\na", 417,
      "unsupported_expectation"
    ),
  ])
  func `refuses, says why and closes`(request: String, status: Int, code: String) throws {
    try withServer(countingRouter) { server in
      let client = try RawClient(port: server.port)
      client.send(request)
      let answer = try client.response()
      #expect(answer.status == status)
      #expect(answer.problemCode == code)
      #expect(answer["X-Request-Id"] != nil)
      #expect(try client.isEnded())
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\n\n", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    "GET http://elsewhere/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET https://elsewhere HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://elsewhere/ HTTP/1.0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "GET / HTTP/1.1\r\nHost:\ta \t\r\nX:\r\n\r\n",
  ])
  func `takes what old and odd clients send`(request: String) throws {
    try withServer(countingRouter) { server in
      let client = try RawClient(port: server.port)
      client.send(request)
      #expect(try client.response().text == "ok")
    }
  }
}
