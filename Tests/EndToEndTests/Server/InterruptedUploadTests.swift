import Dispatch
import ReleaseTesting
import Testing

@Suite struct InterruptedUploadTests {
  /// The publisher is killed while half of its upload is on its way; a relay holds the rest back until then.
  @Test func `a publisher that is killed during its upload leaves no trace`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one", fillerBytes: 400_000)
    let (isHalfway, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try withRawServer { [port = registry.port] request, _, connection in
      guard let server = try? ClientSocket(port: port) else { return }
      let fields = request.lines.dropFirst().filter { line in
        !["Host:", "Connection:", "Expect:"].contains { line.hasPrefix($0) }
      }
      server.sendHead(request.method, request.target, fields: fields)
      let length = request["Content-Length"].flatMap { Int($0) } ?? 0
      if request["Expect"] != nil { connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
      guard request.target == "/admin/v1/artifacts" else {
        server.send(connection.read(length))
        connection.send(server.readToEnd())
        return
      }
      server.send(connection.read(length / 2))
      isHalfway.signal()
      isOver.wait()
    } _: { relay in
      let publish = try ChildProcess(
        Relctl.path, registry.publishing(site, "1.0.0"),
        environment: registry.environment.merging(["RELCTL_SERVER": relay.url]) { $1 })
      try #require(isHalfway.wait(timeout: .now() + 60) == .success)
      // The server has the beginning when the file is there.
      try #require(eventually { try !registry.folder.names(in: "data/incoming").isEmpty })
      publish.send(signal: 9)
      #expect(publish.wait() == .killed(signal: 9))
      isOver.signal()
      #expect(try eventually { try registry.folder.names(in: "data/incoming").isEmpty })
    }
    #expect(try registry.folder.names(in: "data/artifacts").isEmpty)
    #expect(
      try registry.relctl("release", "list", "production").output
        == "There are no releases on 'production'.\n")
    let doctor = try Relctl.run(["doctor", "--data", registry.dataFolder, "--output", "json"])
    #expect(try JSON(doctor.output)["findings"]?.elements == [], "\(doctor)")
    #expect(try registry.publish(site, "1.0.0").status == 0)
  }
}
