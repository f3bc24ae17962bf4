import Foundation
import HTTPClient
import HTTPServer
import ReleaseTesting
import Synchronization
import Testing

/// The client against the product's own server.
@Suite struct RealServerTests {
  private static let body = pattern(2 << 20)

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.body, to: "body")
  }

  private func withServer(
    maximumBodyBytes: UInt64 = 4 << 20, _ routes: (inout Router) -> Void, _ body: (HTTPServer) throws -> Void
  ) throws {
    var configuration = HTTPServerConfiguration()
    configuration.limits.maximumBodyBytes = maximumBodyBytes
    var router = Router()
    routes(&router)
    let server = try HTTPServer(configuration: configuration, router: router)
    defer { server.drain(timeout: .seconds(1)) }
    try body(server)
  }

  private func upload(to server: HTTPServer, asksBeforeBody: Bool? = nil) throws -> HTTPResponse {
    let file = try #require(FileHandle(forReadingAtPath: folder.path("body")))
    let body = HTTPRequestBody.file(descriptor: file.fileDescriptor, sizeBytes: UInt64(Self.body.count))
    return try makeClient { $0.retry = .never }.send(
      HTTPRequest(
        .post, try WebAddress(parsing: server.url + "/upload"), body: body, asksBeforeBody: asksBeforeBody))
  }

  @Test func `continues a file with its entity tag`() throws {
    try withServer { router in
      let path = folder.path("body")
      router.register(
        .get, "/file",
        .blocking { _ in Response(200, headers: ["ETag": "\"a\""], body: .file(try FileBody(path: path))) })
    } _: { (server) throws in
      let have = 1_234_567
      let resumed: [(ResumePoint.Validator, UInt64)] = [
        (.entityTag("\"a\""), UInt64(have)), (.entityTag("\"b\""), 0), (.immutable, UInt64(have)),
      ]
      for (validator, beginning) in resumed {
        let sink = MemorySink(Array(Self.body.prefix(have)))
        let outcome = try makeClient().download(
          DownloadRequest(
            try WebAddress(parsing: server.url + "/file"),
            resume: ResumePoint(offset: UInt64(have), validator: validator), maximumBytes: 4 << 20),
          into: sink)
        guard case .complete(let size, _) = outcome else {
          Issue.record("the download is not complete: \(outcome)")
          continue
        }
        #expect(size == UInt64(Self.body.count))
        #expect(sink.beginnings == [beginning])
        #expect(sink.bytes == Self.body)
      }
    }
  }

  @Test func `uploads a file that the handler reads as a stream`() throws {
    try withServer { router in
      router.register(
        .post, "/upload",
        .blocking { request in
          let received = try request.body.all()
          return Response(received == Self.body ? 201 : 400)
        })
    } _: { (server) throws in
      #expect(try upload(to: server).status == 201)
      #expect(try upload(to: server, asksBeforeBody: false).status == 201)
    }
  }

  @Test func `a handler that refuses without reading is heard, with and without asking first`() throws {
    try withServer { router in
      router.register(.post, "/upload", .blocking { _ in .json(Array("{}".utf8), status: 401) })
    } _: { (server) throws in
      for asks in [true, false] {
        let response = try upload(to: server, asksBeforeBody: asks)
        #expect(response.status == 401)
        #expect(response.body == Array("{}".utf8))
      }
    }
  }

  @Test func `the server's own limit is heard as 413`() throws {
    try withServer(maximumBodyBytes: 1_000) { router in
      router.register(.post, "/upload", .blocking { _ in Response(201) })
    } _: { (server) throws in
      for asks in [true, false] {
        #expect(try upload(to: server, asksBeforeBody: asks).status == 413)
      }
    }
  }

  @Test func `one client's requests share a connection, and compressed answers arrive whole`() throws {
    let text = Array(String(repeating: "compressible ", count: 5_000).utf8)
    try withServer { router in
      router.register(.get, "/text", .blocking { _ in .json(text) })
    } _: { (server) throws in
      let client = makeClient()
      for _ in 0..<20 {
        let response = try client.send(HTTPRequest(.get, try WebAddress(parsing: server.url + "/text")))
        #expect(response.body == text)
      }
      #expect(server.metrics.connections == 1)
    }
  }
}
