import Foundation
import HTTPServer
import ReleaseTesting
import Testing

@Suite struct CompressionTests {
  private static let content = Array(String(repeating: "{\"release\":\"1.0.0\"},", count: 500).utf8)

  private static let router = {
    var router = Router()
    let prepared = PreparedResponse(json: content, headers: ["ETag": "\"t1\""])
    router.register(.get, "/prepared", .immediate { _ in Response(prepared) })
    router.register(.get, "/later", .blocking { _ in .json(content) })
    router.register(.get, "/tagged", .blocking { _ in .json(content, headers: ["ETag": "\"t1\""]) })
    router.register(.get, "/small", .blocking { _ in .json(Array("{}".utf8)) })
    router.register(.get, "/binary", .blocking { _ in Response(200, body: .bytes(content)) })
    return router
  }()

  @Test(arguments: ["/prepared", "/later"])
  func `compresses for clients that accept it`(path: String) throws {
    try withServer(Self.router) { server in
      let client = try RawClient(port: server.port)
      for _ in 0..<2 {
        client.send("GET", path, fields: ["Accept-Encoding: br, gzip"])
        let answer = try client.response()
        #expect(answer["Content-Encoding"] == "gzip")
        #expect(answer["Vary"] == "Accept-Encoding")
        #expect(answer.body.count < Self.content.count / 10)
        #expect(try Self.gunzip(answer.body) == Self.content)
        client.send("GET", path)
        let plain = try client.response()
        #expect(plain["Content-Encoding"] == nil)
        #expect(plain["Vary"] == "Accept-Encoding")
        #expect(plain.body == Self.content)
      }
    }
  }

  @Test(arguments: ["/tagged", "/small", "/binary"])
  func `leaves alone what it should not touch`(path: String) throws {
    try withServer(Self.router) { server in
      let answer = try server.answer("GET", path, fields: ["Accept-Encoding: gzip"])
      #expect(answer["Content-Encoding"] == nil)
    }
  }

  @Test func `gives the compressed form a weak tag that still matches`() throws {
    try withServer(Self.router) { server in
      let fields = ["Accept-Encoding: gzip"]
      let tag = try #require(try server.answer("GET", "/prepared", fields: fields)["ETag"])
      #expect(tag == "W/\"t1\"")
      #expect(try server.answer("GET", "/prepared")["ETag"] == "\"t1\"")
      let again = try server.answer("GET", "/prepared", fields: fields + ["If-None-Match: \(tag)"])
      #expect(again.status == 304)
    }
  }

  private static func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", try folder.write(bytes, to: "body.gz")]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { process.waitUntilExit() }
    return try withExtendedLifetime(folder) { [UInt8](try output.fileHandleForReading.readToEnd() ?? Data()) }
  }
}
