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

  @Test(arguments: [
    (["-tls1"], false), (["-tls1_1"], false),
    (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0"], false),
    (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-CCM:@SECLEVEL=0"], false),
    (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"], true),
    (["-tls1_2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"], true),
    (["-tls1_3", "-ciphersuites", "TLS_AES_128_GCM_SHA256"], true), ([], true),
  ])
  func `speaks TLS 1.2 and 1.3 with ciphers that authenticate, and nothing else`(
    options: [String], isAccepted: Bool
  ) throws {
    let folder = try TemporaryFolder()
    try Self.makeCertificate("modern", in: folder)
    try withServer(
      Router(),
      configure: {
        $0.tls = .init(certificatePath: folder.path("cert.pem"), keyPath: folder.path("key.pem"))
      }
    ) { server in
      // Without a level of their own, OpenSSL itself refuses to offer the old versions.
      let options = options.contains("-cipher") ? options : options + ["-cipher", "DEFAULT:@SECLEVEL=0"]
      let client = ["openssl", "s_client", "-connect", "127.0.0.1:\(server.port)"]
      let status = try Self.status(client + options)
      #expect(status == (isAccepted ? 0 : 1), "\(options)")
    }
  }

  @Test(arguments: [
    ("AES128-GCM-SHA256", false), ("AES128-SHA", false), ("ECDHE-RSA-AES128-GCM-SHA256", true),
  ])
  func `takes no session key that an RSA certificate's key alone protects`(
    cipher: String, isAccepted: Bool
  ) throws {
    let folder = try TemporaryFolder()
    try Self.makeCertificate("RSA", ["rsa:2048"], in: folder)
    try withServer(
      Router(),
      configure: {
        $0.tls = .init(certificatePath: folder.path("cert.pem"), keyPath: folder.path("key.pem"))
      }
    ) { server in
      let status = try Self.status([
        "openssl", "s_client", "-connect", "127.0.0.1:\(server.port)", "-tls1_2", "-cipher", cipher,
      ])
      #expect(status == (isAccepted ? 0 : 1))
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

  private static func makeCertificate(
    _ name: String, _ key: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
    in folder: TemporaryFolder
  ) throws {
    let arguments =
      [
        "openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-keyout", folder.path("key.pem"), "-out", folder.path("cert.pem"),
      ] + ["-newkey"] + key
    _ = try run(arguments)
  }

  private static func curl(
    _ server: HTTPServer, _ folder: TemporaryFolder, _ options: [String], _ path: String = "/"
  ) throws -> String {
    try run(
      ["curl", "-sS", "--max-time", "20", "--cacert", folder.path("cert.pem")] + options + [server.url + path]
    )
  }

  /// Runs a program that gets no input, and gives its exit status.
  private static func status(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
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
