import Foundation
import HTTPServer
import ReleaseTesting
import Testing

@Suite struct FileTests {
  private static let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private func withFile(_ body: (HTTPServer, String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.content, to: "file.bin")
    let router = routing(
      .get, "/file",
      .blocking { _ in
        let headers: HeaderFields = [
          "Content-Type": "application/zip", "ETag": "\"v1\"",
          "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
        ]
        return Response(200, headers: headers, body: .file(try FileBody(path: path)))
      })
    try withExtendedLifetime(folder) { try withServer(router) { try body($0, path) } }
  }

  @Test func `sends the whole file`() throws {
    try withFile { server, _ in
      let client = try RawClient(port: server.port)
      for _ in 0..<3 {
        client.send("GET", "/file")
        let answer = try client.response()
        #expect(answer.status == 200)
        #expect(answer.body == Self.content)
        #expect(answer["Accept-Ranges"] == "bytes")
        #expect(answer["Content-Length"] == "100000")
      }
      client.send("HEAD", "/file")
      #expect(try client.response(hasBody: false)["Content-Length"] == "100000")
    }
  }

  @Test(arguments: [
    ("bytes=0-9", 0..<10), ("bytes=99990-", 99_990..<100_000), ("bytes=-5", 99_995..<100_000),
    ("bytes=500-200000", 500..<100_000),
  ])
  func `sends a range`(field: String, range: Range<Int>) throws {
    try withFile { server, _ in
      let answer = try server.answer("GET", "/file", fields: ["Range: \(field)"])
      #expect(answer.status == 206)
      #expect(answer["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/100000")
      #expect(answer["ETag"] == "\"v1\"")
      #expect(answer.body == Array(Self.content[range]))
    }
  }

  @Test func `tells HEAD of the whole file, because a range is for GET only`() throws {
    try withFile { server, _ in
      for range in ["bytes=0-9", "bytes=100000-"] {
        let answer = try server.answer("HEAD", "/file", fields: ["Range: \(range)"])
        #expect(answer.status == 200)
        #expect(answer["Content-Length"] == "100000")
        #expect(answer["Content-Range"] == nil)
        #expect(answer["Accept-Ranges"] == "bytes")
      }
    }
  }

  @Test func `says how long the file is when the range is outside`() throws {
    try withFile { server, _ in
      let answer = try server.answer("GET", "/file", fields: ["Range: bytes=100000-"])
      #expect(answer.status == 416)
      #expect(answer["Content-Range"] == "bytes */100000")
      #expect(answer.problemCode == "range_not_satisfiable")
    }
  }

  @Test(arguments: [
    ["Range: bytes=0-1,5-6"], ["Range: lines=1-2"], ["Range: bytes=0-9", "If-Range: \"v2\""],
    ["Range: bytes=0-9", "If-Range: W/\"v1\""],
    ["Range: bytes=0-9", "If-Range: Mon, 07 Nov 1994 08:49:37 GMT"],
  ])
  func `sends everything when the range does not apply`(fields: [String]) throws {
    try withFile { server, _ in
      let answer = try server.answer("GET", "/file", fields: fields)
      #expect(answer.status == 200)
      #expect(answer.body.count == 100_000)
    }
  }

  @Test(arguments: ["\"v1\"", "Sun, 06 Nov 1994 08:49:37 GMT"])
  func `sends the range of the version that the client has`(condition: String) throws {
    try withFile { server, _ in
      let answer = try server.answer("GET", "/file", fields: ["Range: bytes=0-9", "If-Range: \(condition)"])
      #expect(answer.status == 206)
    }
  }

  @Test func `sends nothing to a client that has it, whatever range it asks for`() throws {
    try withFile { server, _ in
      let answer = try server.answer("GET", "/file", fields: ["Range: bytes=0-9", "If-None-Match: \"v1\""])
      #expect(answer.status == 304)
      #expect(answer.body.isEmpty)
    }
  }

  @Test func `leaves no descriptor open`() throws {
    try withFile { server, path in
      let client = try RawClient(port: server.port)
      for _ in 0..<20 {
        client.send("GET", "/file", fields: ["Range: bytes=0-9"])
        _ = try client.response()
      }
      client.send("GET", "/nowhere")
      _ = try client.response()
      #expect(try !Self.openFiles().contains(path))
    }
  }

  @Test func `says which file cannot be opened`() {
    for path in ["/nowhere/at/all", "/tmp"] {
      let error = #expect(throws: HTTPServerError.self) { try FileBody(path: path) }
      #expect(error?.code == .fileUnreadable)
      #expect(error?.message.contains("'\(path)'") == true)
    }
  }

  /// What the process's descriptors point to.
  private static func openFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      // A descriptor may be closed by another test in between.
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
  }
}
