import Glibc
import ReleaseTesting
import Testing

@Suite(.enabled(if: InstalledProgram.path(of: "openssl") != nil, "makes certificates with openssl"))
struct TLSTests {
  /// Puts a certificate in the place that the server reads, as a renewal does.
  private func renew(_ name: String, _ folder: TemporaryFolder) throws {
    for kind in ["pem", "key"] { try folder.write(folder.read("\(name).\(kind)"), to: "server.\(kind)") }
  }

  /// Sends SIGHUP, and returns what the server says to it.
  private func reload(_ registry: RunningRegistry) -> String {
    registry.send(signal: SIGHUP)
    while let line = registry.nextLogLine() {
      if line.contains("opened again") || line.contains("reloading failed") { return line }
    }
    return "the server ended"
  }

  @Test func `SIGHUP takes a renewed certificate into use, and running connections go on`() throws {
    let folder = try TemporaryFolder()
    for name in ["old", "new"] { try makeCertificate(name, in: folder) }
    try renew("old", folder)
    let registry = try RunningRegistry(
      in: folder, options: ["--tls-cert", folder.path("server.pem"), "--tls-key", folder.path("server.key")])
    #expect(registry.url.hasPrefix("https://127.0.0.1:"))
    func list(trusting name: String) throws -> Relctl.Outcome {
      try registry.relctl("release", "list", "production", "--ca-file", folder.path("\(name).pem"))
    }
    func expectOnly(_ name: String, _ other: String) throws {
      let good = try list(trusting: name)
      #expect(good.status == 0, "\(good)")
      let bad = try list(trusting: other)
      #expect(bad.error.contains("(tls)\n"), "\(bad)")
      #expect(bad.status == 4)
    }
    try expectOnly("old", "new")

    #expect(
      try Relctl.run(["release", "pack", registry.site("one"), "--out", folder.path("one.zip")]).status == 0)
    let zip = try folder.read("one.zip")
    let upload = try TLSConnection(to: registry.address, trusting: folder.path("old.pem"))
    let token = String(decoding: try folder.read("admin.token").dropLast(), as: UTF8.self)
    upload.send(
      "POST /admin/v1/artifacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
        + "Content-Type: application/zip\r\nContent-Length: \(zip.count)\r\n\r\n")
    upload.send(Array(zip.prefix(zip.count / 2)))
    try #require(eventually { try !folder.names(in: "data/incoming").isEmpty })

    try folder.write("junk".utf8, to: "server.pem")
    #expect(reload(registry).contains("reloading failed"))
    try expectOnly("old", "new")
    try renew("new", folder)
    #expect(reload(registry).contains("opened again"))
    try expectOnly("new", "old")

    upload.send(Array(zip.dropFirst(zip.count / 2)))
    #expect(upload.readLine() == "HTTP/1.1 201 Created")
    upload.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(upload.readToEnd().contains("HTTP/1.1 200 OK\r\n"), "and the next request on it")
  }
}
