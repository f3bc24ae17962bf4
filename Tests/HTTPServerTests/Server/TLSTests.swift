import Foundation
import HTTPServer
import ReleaseTesting
import Testing

@Suite struct TLSTests {
  @Test func `speaks TLS, streams both ways, and changes its certificate without a pause`() throws {
    let folder = try TemporaryFolder()
    try Self.makeCertificate("first", in: folder)
    var router = routing(.get, "/", .immediate { _ in text("ok") })
    router.register(
      .post, "/", maximumBodyBytes: 8 << 20,
      .blocking { request in
        var body: [UInt8] = []
        while let chunk = try request.body.read() { body += chunk }
        return Response(200, body: .bytes(body))
      })
    router.register(
      .post, "/refuse", maximumBodyBytes: 8 << 20,
      .blocking { request in
        _ = try request.body.read()
        return Response(409)
      })
    try withServer(
      router,
      configure: {
        $0.tls = .init(certificatePath: folder.path("cert.pem"), keyPath: folder.path("key.pem"))
      }
    ) { server in
      #expect(server.url.hasPrefix("https://"))
      #expect(try Self.curl(server, folder, []) == "ok")
      let path = try folder.write([UInt8](repeating: 9, count: 3_000_000), to: "upload")
      #expect(
        try Self.curl(
          server, folder, ["--data-binary", "@\(path)", "-w", "%{size_download}", "-o", "/dev/null"])
          == "3000000")
      let status = ["-o", "/dev/null", "-w", "%{http_code}", "--data-binary", "@\(path)"]
      #expect(try Self.curl(server, folder, status, "/refuse") == "409")
      let refusal = try Self.curl(server, folder, ["-H", "Content-Length: x"])
      #expect(refusal.contains(#""code":"invalid_content_length""#))
      #expect(
        try Self.curl(server, folder, ["-i", "-H", "nonsense;", "-H", "Content-Length: 5, 5"]).split(
          separator: "HTTP/1.1 "
        ).count == 1)
      try folder.write(Array("junk".utf8), to: "cert.pem")
      let error = #expect(throws: HTTPServerError.self) { try server.reloadTLS() }
      #expect(error?.code == .invalidCertificate)
      try Self.makeCertificate("second", in: folder)
      try server.reloadTLS()
      #expect(try Self.curl(server, folder, ["-w", "%{ssl_verify_result}"]) == "ok0")
    }
  }

  @Test func `says which file is missing`() throws {
    var configuration = HTTPServerConfiguration()
    configuration.tls = .init(certificatePath: "/nowhere/cert.pem", keyPath: "/nowhere/key.pem")
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(configuration: configuration, router: Router())
    }
    #expect(error?.code == .invalidCertificate)
    #expect(error?.message.contains("/nowhere/cert.pem") == true)
  }

  private static func makeCertificate(_ name: String, in folder: TemporaryFolder) throws {
    let arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2",
      "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1",
      "-keyout", folder.path("key.pem"), "-out", folder.path("cert.pem"),
    ]
    _ = try run(arguments)
  }

  private static func curl(
    _ server: HTTPServer, _ folder: TemporaryFolder, _ options: [String], _ path: String = "/"
  ) throws -> String {
    try run(
      ["curl", "-sS", "--max-time", "20", "--cacert", folder.path("cert.pem")] + options + [server.url + path]
    )
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments.prefix(2)) failed")
    return String(decoding: bytes, as: UTF8.self)
  }
}
