import HTTPClient
import ReleaseTesting
import Testing

/// Uploads whose bytes a test sends itself.
@Suite struct InterruptedUploadTests {
  @Test func `an upload that is cut half way leaves no trace`() throws {
    let registry = try TestRegistry()
    let zip = TestRegistry.bundle("one")
    let connection = try ClientSocket(port: registry.port)
    connection.send(Self.head(registry, length: zip.count) + Array(zip.prefix(zip.count / 2)))
    connection.finishSending()
    let answer = connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains("body_cut_short"), "\(answer)")
    registry.stop()
    #expect(try registry.folder.names(in: "data/incoming").isEmpty)
    #expect(try registry.folder.names(in: "data/artifacts").isEmpty)
    #expect(try registry.findings() == [])
  }

  @Test func `an upload without a length is refused`() throws {
    let registry = try TestRegistry()
    let connection = try ClientSocket(port: registry.port)
    connection.send(
      Array(
        ("POST /admin/v1/artifacts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Authorization: Bearer \(registry.superAdmin)\r\nContent-Type: application/zip\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n").utf8))
    let answer = connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 411 "))
    #expect(answer.contains("length_required"))
    try UploadTests.expectNothingStored(registry)
  }

  @Test func `a stranger's upload is refused before its bytes arrive`() throws {
    let registry = try TestRegistry()
    let connection = try ClientSocket(port: registry.port)
    connection.send(
      Array(
        ("POST /admin/v1/artifacts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Content-Type: application/zip\r\nContent-Length: 1000000000000\r\n\r\n").utf8))
    let answer = connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 401 "))
    #expect(answer.contains("missing_bearer_token"))
  }

  @Test func `slow uploads leave worker threads for a pause`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let zip = TestRegistry.bundle("slow")
    let beginning = Self.head(registry, length: zip.count) + Array(zip.prefix(zip.count / 2))
    let first = try ClientSocket(port: registry.port)
    let second = try ClientSocket(port: registry.port)
    let third = try ClientSocket(port: registry.port)
    let fourth = try ClientSocket(port: registry.port)
    first.send(beginning)
    second.send(beginning)
    third.send(beginning)
    fourth.send(beginning)
    while try registry.folder.names(in: "data/incoming").count < 4 { _ = try registry.latest("4.5.0") }
    let fifth = try registry.upload(zip)
    #expect(fifth.status == 503)
    #expect(fifth.code == "too_many_uploads")
    #expect(fifth.fields["Retry-After"] == "5")
    #expect(try registry.transition("pause", "2.14.0").status == 200)
    #expect(try registry.latest("4.5.0").status == 404)
    first.finishSending()
    second.finishSending()
    third.finishSending()
    fourth.finishSending()
  }

  private static func head(_ registry: TestRegistry, length: Int) -> [UInt8] {
    Array(
      ("POST /admin/v1/artifacts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + "Authorization: Bearer \(registry.superAdmin)\r\nContent-Type: application/zip\r\n"
        + "Content-Length: \(length)\r\n\r\n").utf8)
  }
}
