import Foundation
import HTTPClient
import ReleaseTesting
import Synchronization
import Testing

@Suite struct UploadTests {
  private static let sizeBytes = 3 << 20
  private static let body = pattern(sizeBytes)
  private let folder: TemporaryFolder
  private let file: FileHandle

  init() throws {
    folder = try TemporaryFolder()
    file = try #require(FileHandle(forReadingAtPath: try folder.write(Self.body, to: "body")))
  }

  private func upload(
    to server: RawServer, asksBeforeBody: Bool? = nil, offset: UInt64 = 0, sizeBytes: Int = sizeBytes,
    isRepeatable: Bool? = nil, progress: ((TransferProgress) -> Void)? = nil
  ) throws -> HTTPResponse {
    let body = HTTPRequestBody.file(
      descriptor: file.fileDescriptor, offset: offset, sizeBytes: UInt64(sizeBytes))
    return try makeClient().send(
      HTTPRequest(
        .post, try WebAddress(parsing: server.url), body: body, isRepeatable: isRepeatable,
        asksBeforeBody: asksBeforeBody),
      progress: progress)
  }

  @Test func `sends a file with its length, asks before it does, and tells how far it is`() throws {
    let received = Mutex<[UInt8]>([])
    try withRawServer { request, _, connection in
      connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      let body = connection.read(Int(request["Content-Length"] ?? "0") ?? 0)
      received.withLock { $0 = body }
      connection.answer(201)
    } _: { server throws in
      var steps: [TransferProgress] = []
      #expect(try upload(to: server, progress: { steps.append($0) }).status == 201)
      #expect(received.withLock { $0 } == Self.body)
      #expect(server.requests.first?["Expect"] == "100-continue")
      #expect(
        steps.last == TransferProgress(bytes: UInt64(Self.sizeBytes), totalBytes: UInt64(Self.sizeBytes)))
      #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
      #expect(steps.count > 3)
    }
  }

  @Test func `sends a part of a file`() throws {
    let received = Mutex<[UInt8]>([])
    try withRawServer { _, _, connection in
      let body = connection.read(10)
      received.withLock { $0 = body }
      connection.answer(200)
    } _: { server throws in
      _ = try upload(to: server, offset: 100, sizeBytes: 10)
      #expect(received.withLock { $0 } == Array(Self.body[100..<110]))
    }
  }

  @Test func `the last piece needs a permission, without which no server has the whole body`() throws {
    struct Refusal: Error {}
    let received = Mutex(0)
    let isOver = DispatchSemaphore(value: 0)
    try withRawServer { _, _, connection in
      connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      let count = connection.read(Self.sizeBytes).count
      received.withLock { $0 = count }
      isOver.signal()
    } _: { server throws in
      let isAsked = Mutex(0)
      var request = HTTPRequest(
        .post, try WebAddress(parsing: server.url),
        body: .file(descriptor: file.fileDescriptor, sizeBytes: UInt64(Self.sizeBytes)), isRepeatable: true)
      request.beforeLastPiece = {
        isAsked.withLock { $0 += 1 }
        throw Refusal()
      }
      let error = #expect(throws: HTTPClientError.self) { try makeClient().send(request) }
      #expect(error?.code == .cancelled)
      #expect(error?.cause is Refusal)
      #expect(isAsked.withLock { $0 } == 1, "not tried again")
    }
    isOver.wait()
    #expect((1..<Self.sizeBytes).contains(received.withLock { $0 }))
  }

  @Test func `a permission to end the body is asked for once`() throws {
    try withRawServer { _, _, connection in
      connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      connection.answer(connection.read(Self.sizeBytes) == Self.body ? 201 : 400)
    } _: { server throws in
      let isAsked = Mutex(0)
      var request = HTTPRequest(
        .post, try WebAddress(parsing: server.url),
        body: .file(descriptor: file.fileDescriptor, sizeBytes: UInt64(Self.sizeBytes)))
      request.beforeLastPiece = { isAsked.withLock { $0 += 1 } }
      #expect(try makeClient().send(request).status == 201)
      #expect(isAsked.withLock { $0 } == 1)
    }
  }

  @Test(arguments: [401, 413])
  func `a refusal before the body is asked for costs no byte of it`(status: Int) throws {
    try withRawServer { _, _, connection in
      connection.answer(status, body: [1])
    } _: { server throws in
      var sent: UInt64 = 0
      let response = try upload(to: server, progress: { sent = $0.bytes })
      #expect(response.status == status)
      #expect(response.body == [1])
      #expect(sent == 0)
    }
  }

  /// The reset may overtake libcurl's look for an answer, so one round proves little.
  @Test(arguments: [401, 413])
  func `a refusal in the middle of the body is the answer, although the connection is reset`(status: Int)
    throws
  {
    for _ in 0..<100 {
      try withRawServer { _, _, connection in
        connection.read(100_000)
        connection.answer(status, fields: ["X-A: b"], body: Array("no".utf8))
        connection.reset()
      } _: { server throws in
        let response = try upload(to: server, asksBeforeBody: false)
        #expect(response.status == status)
        #expect(response.fields["x-a"] == "b")
        #expect(response.body == Array("no".utf8))
      }
    }
  }

  @Test func `a refusal whose own body is lost is the answer all the same`() throws {
    try withRawServer { _, _, connection in
      connection.read(100_000)
      connection.sendHead(413, length: 100)
      connection.reset()
    } _: { server throws in
      #expect(try upload(to: server, asksBeforeBody: false).status == 413)
    }
  }

  @Test func `a repeatable upload that is cut is sent again from its first byte`() throws {
    let bodies = Mutex<[[UInt8]]>([])
    try withRawServer { request, count, connection in
      connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      let body = connection.read(count == 0 ? 1_000 : Self.sizeBytes)
      bodies.withLock { $0.append(body) }
      if count == 0 { connection.reset() } else { connection.answer(200) }
    } _: { server throws in
      #expect(try upload(to: server, isRepeatable: true).status == 200)
      #expect(bodies.withLock { $0.last } == Self.body)
    }
  }

  @Test func `a file that is shorter than said is named, and nothing is reported as sent`() throws {
    try withRawServer { _, _, connection in
      connection.readToEnd()
    } _: { server throws in
      let error = try #require(
        try clientError { _ = try upload(to: server, asksBeforeBody: false, sizeBytes: Self.sizeBytes + 1) })
      #expect(error.code == .bodyUnreadable)
      #expect(error.message.contains("did it change?"))
    }
  }
}
