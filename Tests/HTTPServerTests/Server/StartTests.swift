import Testing

@testable import HTTPServer

@Suite struct StartTests {
  @Test func `takes no request before it was said where it serves`() throws {
    let isToldWhere = Monitor(false)
    let router = routing(.get, "/", .immediate { _ in text("\(isToldWhere.withLock { $0 })") })
    var client: RawClient?
    let server = try HTTPServer(
      configuration: HTTPServerConfiguration(), router: router,
      beforeServing: { url in
        guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else { return }
        client = try? RawClient(port: port)
        client?.send("GET", "/")
        // The request waits to be taken: nothing comes, however long it is.
        #expect(client?.isReadable(within: 100) == false)
        isToldWhere.withLock { $0 = true }
      })
    defer { server.drain(timeout: .zero) }
    #expect(try #require(client).response().text == "true")
  }
}
