import HTTPClient
import ReleaseTesting
import Testing

@Suite struct DownloadTests {
  private static let body = pattern(300_000)

  private func download(
    _ server: RawServer, into sink: MemorySink, client: HTTPClient = makeClient(), resume: ResumePoint? = nil,
    maximumBytes: UInt64 = 1 << 20, expectedBytes: UInt64? = 300_000
  ) throws -> DownloadOutcome {
    try client.download(
      DownloadRequest(
        try WebAddress(parsing: server.url + "/a.zip"), resume: resume, maximumBytes: maximumBytes,
        expectedBytes: expectedBytes),
      into: sink)
  }

  private func expectComplete(_ outcome: DownloadOutcome, sourceLocation: SourceLocation = #_sourceLocation) {
    guard case .complete(300_000, _) = outcome else {
      Issue.record("the download is not complete: \(outcome)", sourceLocation: sourceLocation)
      return
    }
  }

  /// Answers ranges, and cuts every answer after `piece` bytes.
  private static func cutting(every piece: Int, tag: String = "\"1\"") -> RawServer.Script {
    { request, _, connection in
      let start = request.rangeStart ?? 0
      let fields =
        start > 0 ? ["Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)"] : []
      connection.sendHead(
        start > 0 ? 206 : 200, length: body.count - start, fields: fields + ["ETag: \(tag)"])
      connection.send(Array(body[start...].prefix(piece)))
    }
  }

  @Test func `continues where the connection was cut, and says which body it means`() throws {
    try withRawServer(Self.cutting(every: 100_000)) { server in
      let sink = MemorySink()
      try expectComplete(download(server, into: sink))
      #expect(sink.bytes == Self.body)
      #expect(sink.beginnings == [0, 100_000, 200_000])
      #expect(server.requests.map { $0["Range"] } == [nil, "bytes=100000-", "bytes=200000-"])
      #expect(server.requests.map { $0["If-Range"] } == [nil, "\"1\"", "\"1\""])
    }
  }

  @Test(arguments: ["W/\"1\"", ""])
  func `without a strong entity tag a cut download begins anew`(tag: String) throws {
    try withRawServer { request, count, connection in
      Self.cutting(every: count == 0 ? 100_000 : .max, tag: tag)(request, count, connection)
    } _: { server throws in
      let sink = MemorySink()
      try expectComplete(download(server, into: sink))
      #expect(sink.bytes == Self.body)
      #expect(server.requests.allSatisfy { $0["Range"] == nil })
    }
  }

  @Test func `continues a part that was there before`() throws {
    try withRawServer(Self.cutting(every: .max)) { server in
      for validator in [ResumePoint.Validator.immutable, .entityTag("\"1\"")] {
        let sink = MemorySink(Array(Self.body.prefix(70_000)))
        let point = ResumePoint(offset: 70_000, validator: validator)
        try expectComplete(download(server, into: sink, resume: point))
        #expect(sink.bytes == Self.body)
        #expect(sink.beginnings == [70_000])
      }
      #expect(server.requests.map { $0["If-Range"] } == [nil, "\"1\""])
    }
  }

  @Test func `a server that answers 200 to a range makes the sink begin anew`() throws {
    try withRawServer { _, _, connection in
      connection.answer(200, body: Self.body)
    } _: { server throws in
      let sink = MemorySink([9, 9, 9])
      try expectComplete(download(server, into: sink, resume: ResumePoint(offset: 3, validator: .immutable)))
      #expect(sink.bytes == Self.body)
      #expect(sink.beginnings == [0])
    }
  }

  @Test(arguments: ["bytes 5-9/300000", "bytes 0-299999/300000", "nonsense"])
  func `a range that was not asked for makes the sink begin anew`(range: String) throws {
    try withRawServer { request, _, connection in
      if request.rangeStart == nil {
        connection.answer(200, body: Self.body)
      } else {
        connection.answer(206, fields: ["Content-Range: \(range)"], body: [1, 2, 3, 4, 5])
      }
    } _: { server throws in
      let sink = MemorySink([9, 9, 9])
      try expectComplete(download(server, into: sink, resume: ResumePoint(offset: 3, validator: .immutable)))
      #expect(sink.bytes == Self.body)
    }
  }

  @Test(arguments: [
    (300_000, "bytes */300000", 1), (300_001, "bytes */300000", 2), (300_000, "bytes */7", 2),
    (300_000, "", 2),
  ])
  func `416 means that all is there, or that what is there is wrong`(have: Int, range: String, requests: Int)
    throws
  {
    try withRawServer { request, _, connection in
      if request.rangeStart == nil {
        connection.answer(200, body: Self.body)
      } else {
        connection.answer(416, fields: ["Content-Range: \(range)"])
      }
    } _: { server throws in
      let sink = MemorySink(Array((Self.body + [0]).prefix(have)))
      let point = ResumePoint(offset: UInt64(have), validator: .immutable)
      try expectComplete(download(server, into: sink, resume: point))
      #expect(sink.bytes == Self.body)
      #expect(server.requests.count == requests)
    }
  }

  @Test func `works without Content-Length, and notices a cut by the expected length`() throws {
    try withRawServer { request, count, connection in
      let start = request.rangeStart ?? 0
      connection.sendHead(
        start > 0 ? 206 : 200,
        fields: ["ETag: \"1\""] + (start > 0 ? ["Content-Range: bytes \(start)-299999/300000"] : []))
      connection.send(Array(Self.body[start...].prefix(count == 0 ? 100_000 : .max)))
    } _: { server throws in
      let sink = MemorySink()
      try expectComplete(download(server, into: sink))
      #expect(sink.bytes == Self.body)
      #expect(sink.beginnings == [0, 100_000])
    }
  }

  @Test func `works chunked`() throws {
    try withRawServer { _, _, connection in
      connection.sendHead(200, fields: ["Transfer-Encoding: chunked"])
      connection.send("493e0\r\n")
      connection.send(Self.body)
      connection.send("\r\n0\r\n\r\n")
    } _: { server throws in
      let sink = MemorySink()
      try expectComplete(download(server, into: sink))
      #expect(sink.bytes == Self.body)
    }
  }

  @Test(arguments: [nil, 500_000, 1])
  func `never hands over more than allowed, whatever was declared`(declared: Int?) throws {
    try withRawServer { _, _, connection in
      connection.sendHead(200, length: declared)
      connection.sendForever([UInt8](repeating: 1, count: 8_192))
    } _: { server throws in
      let sink = MemorySink(capacity: 100_000)
      let error = try clientError {
        _ = try download(server, into: sink, client: makeClient { $0.retry = .never }, maximumBytes: 100_000)
      }
      #expect(error?.code == (declared == 1 ? .cutShort : .tooLarge))
      #expect(sink.bytes.count <= 100_000)
    }
  }

  @Test func `other answers go to the caller and not into the sink`() throws {
    try withRawServer { _, _, connection in
      connection.answer(404, body: Array("gone".utf8))
    } _: { server throws in
      let sink = MemorySink()
      guard case .answered(let response) = try download(server, into: sink) else {
        Issue.record("expected an answer")
        return
      }
      #expect(response.status == 404)
      #expect(response.body == Array("gone".utf8))
      #expect(sink.bytes == [])
      #expect(sink.beginnings == [])
    }
  }

  @Test func `a part survives a 503 in between`() throws {
    try withRawServer { request, count, connection in
      if count == 1 {
        connection.answer(503, fields: ["Retry-After: 1"], body: [1, 2, 3])
      } else {
        Self.cutting(every: count == 0 ? 1_000 : .max)(request, count, connection)
      }
    } _: { server throws in
      let sink = MemorySink()
      try expectComplete(download(server, into: sink))
      #expect(sink.bytes == Self.body)
      #expect(sink.beginnings == [0, 1_000])
    }
  }

  @Test func `refuses bytes that were re-encoded on the way`() throws {
    try withRawServer { _, _, connection in
      connection.answer(200, fields: ["Content-Encoding: gzip"], body: [1])
    } _: { server throws in
      let error = try #require(try clientError { _ = try download(server, into: MemorySink()) })
      #expect(error.code == .invalidResponse)
      #expect(error.message.contains("proxy or CDN"))
      #expect(server.requests.first?["Accept-Encoding"] == "identity")
    }
  }

  @Test func `a sink that refuses ends the download with its error`() throws {
    try withRawServer(Self.cutting(every: .max)) { server in
      let error = try clientError { _ = try download(server, into: MemorySink(capacity: 10)) }
      #expect(error?.code == .sinkFailed)
      #expect(error?.cause is MemorySink.Refusal)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `gives up after its attempts when nothing moves forward`() throws {
    try withRawServer { _, _, connection in
      connection.sendHead(200, length: 5)
    } _: { server throws in
      #expect(try clientError { _ = try download(server, into: MemorySink()) }?.code == .cutShort)
      #expect(server.requests.count == 4)
    }
  }
}
