import Foundation
import HTTPClient
import HTTPServer
import ReleaseTesting
import Testing

/// The client against a server with a certificate that no system trusts.
@Suite struct EncryptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try makeCertificate(for: "DNS:localhost,IP:127.0.0.1")
  }

  private func makeCertificate(for names: String) throws {
    let openssl = Process()
    openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    openssl.arguments =
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
      + ["-subj", "/CN=localhost", "-addext", "subjectAltName=\(names)"]
      + ["-keyout", folder.path("key.pem"), "-out", folder.path("cert.pem")]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    try #require(openssl.terminationStatus == 0)
  }

  private func withServer(_ body: (HTTPServer) throws -> Void) throws {
    var configuration = HTTPServerConfiguration()
    configuration.tls = HTTPServerConfiguration.TLS(
      certificatePath: folder.path("cert.pem"), keyPath: folder.path("key.pem"))
    var router = Router()
    router.register(.get, "/", .blocking { _ in Response(200, body: .bytes([1])) })
    router.register(
      .get, "/down", .blocking { _ in Response(302, headers: ["Location": "http://127.0.0.1:1/"]) })
    let server = try HTTPServer(configuration: configuration, router: router)
    defer { server.drain(timeout: .seconds(1)) }
    try body(server)
  }

  private func get(_ server: HTTPServer, _ path: String, trusting file: String?) throws -> HTTPResponse {
    try makeClient { configuration in
      configuration.retry = .never
      configuration.certificateAuthorityFile = file.map { folder.path($0) }
    }.send(HTTPRequest(.get, try WebAddress(parsing: server.url + path)))
  }

  @Test func `trusts the named authorities only`() throws {
    try withServer { (server) throws in
      #expect(try get(server, "/", trusting: "cert.pem").body == [1])
      let untrusted = try #require(try clientError { _ = try get(server, "/", trusting: nil) })
      #expect(untrusted.code == .tls)
      #expect(untrusted.message.contains("the server's certificate is not trusted"))
      #expect(try clientError { _ = try get(server, "/", trusting: "nothing.pem") }?.code == .tls)
    }
  }

  @Test func `a certificate for another name is refused`() throws {
    try makeCertificate(for: "DNS:other.example")
    try withServer { (server) throws in
      #expect(try clientError { _ = try get(server, "/", trusting: "cert.pem") }?.code == .tls)
    }
  }

  @Test func `is not led from https to http`() throws {
    try withServer { (server) throws in
      #expect(
        try clientError { _ = try get(server, "/down", trusting: "cert.pem") }?.code == .redirectRefused)
    }
  }
}
