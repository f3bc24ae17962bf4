import HTTPClient
import ReleaseTesting
import ReleaseTrust
import Testing
import TrustTransport

@Suite struct HTTPMetadataFetcherTests {
  private func fetch(
    _ name: String = "timestamp.json", maximumBytes: Int = 100, below folder: String = "/metadata",
    configuration: HTTPClientConfiguration = .trust, script: @escaping RawServer.Script
  ) throws -> (outcome: Result<FetchedMetadata, TrustError>, targets: [String]) {
    try withRawServer(script) { server in
      let fetcher = HTTPMetadataFetcher(
        folder: try WebAddress(parsing: server.url + folder), client: HTTPClient(configuration: configuration)
      )
      let outcome = Result { () throws(TrustError) in try fetcher.fetch(name, maximumBytes: maximumBytes) }
      return (outcome, server.requests.map(\.target))
    }
  }

  private func refusal(_ outcome: Result<FetchedMetadata, TrustError>) -> TrustErrorCode? {
    if case .failure(let error) = outcome { error.code } else { nil }
  }

  @Test(arguments: ["/metadata", "/metadata/"])
  func `asks once for the name as it is and returns the bytes as they come`(folder: String) throws {
    let body = Array("{ \"signed\":\r\n 1 }\n\u{0}".utf8)
    let (outcome, targets) = try fetch("1.%3F%2F..%2F%C3%A9.json", below: folder) { _, _, connection in
      connection.answer(200, body: body)
    }
    #expect(try outcome.get() == .bytes(body))
    #expect(targets == ["/metadata/1.%3F%2F..%2F%C3%A9.json"])
  }

  @Test(arguments: [403, 404])
  func `takes 403 and 404 for a file that is not there, however long the explanation`(status: Int) throws {
    let (outcome, _) = try fetch { _, _, connection in
      connection.answer(status, body: [UInt8](repeating: 32, count: 10_000))
    }
    #expect(try outcome.get() == .notFound)
  }

  @Test(arguments: [201, 204, 206, 304, 400, 401, 410, 429, 500, 502, 503])
  func `takes no other answer for a file or for its absence, and does not ask again`(status: Int) throws {
    let (outcome, targets) = try fetch { _, _, connection in connection.answer(status, body: [32]) }
    #expect(refusal(outcome) == .metadataFetchFailed)
    #expect(targets.count == 1)
  }

  @Test(
    arguments: [
      (["TUF-Root-Version: 3"], 3), (["tuf-root-version:  12"], 12), ([], nil),
      (["TUF-Root-Version: three"], nil),
      (["TUF-Root-Version: 3", "TUF-Root-Version: 3"], nil), (["X-TUF-Root-Version: 3"], nil),
    ] as [([String], Int64?)])
  func `reads the newest root that comes along with a timestamp`(fields: [String], version: Int64?) throws {
    let script: RawServer.Script = { _, _, connection in
      connection.answer(200, fields: fields, body: [32])
    }
    try withRawServer(script) { server in
      let fetcher = HTTPMetadataFetcher(
        folder: try WebAddress(parsing: server.url + "/metadata"), client: HTTPClient(configuration: .trust))
      let answer = try fetcher.fetchTimestamp(maximumBytes: 100)
      #expect(answer == FetchedTimestamp(.bytes([32]), newestRoot: version))
      #expect(server.requests.map(\.target) == ["/metadata/timestamp.json"])
    }
  }

  @Test func `follows a redirect`() throws {
    let (outcome, targets) = try fetch { _, count, connection in
      if count == 0 {
        connection.answer(302, fields: ["Location: /elsewhere/t.json"])
      } else {
        connection.answer(200, body: [32])
      }
    }
    #expect(try outcome.get() == .bytes([32]))
    #expect(targets == ["/metadata/timestamp.json", "/elsewhere/t.json"])
  }

  @Test(arguments: [101, 70_000])
  func `refuses more bytes than are accepted`(count: Int) throws {
    let (outcome, _) = try fetch { _, _, connection in
      connection.answer(200, body: [UInt8](repeating: 32, count: count))
    }
    #expect(refusal(outcome) == .metadataTooLong)
  }

  @Test(arguments: [200, 404])
  func `cuts a body without an end`(status: Int) throws {
    let (outcome, _) = try fetch { _, _, connection in
      connection.sendHead(status)
      connection.sendForever([UInt8](repeating: 32, count: 4_096))
    }
    #expect(refusal(outcome) == .metadataTooLong)
  }

  @Test func `gives up on a body that hardly moves`() throws {
    var configuration = HTTPClientConfiguration.trust
    configuration.slowTransferPatience = .seconds(1)
    let (outcome, _) = try fetch(configuration: configuration) { _, _, connection in
      connection.sendHead(200, length: 100)
      connection.sendForever([32], pausing: .milliseconds(50))
    }
    #expect(refusal(outcome) == .metadataFetchFailed)
  }

  @Test func `takes no part of a body for the whole`() throws {
    let (outcome, _) = try fetch { _, _, connection in
      connection.sendHead(200, length: 100)
      connection.send("{")
    }
    #expect(refusal(outcome) == .metadataFetchFailed)
  }
}
