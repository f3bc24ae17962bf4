import Glibc
import ReleaseTesting
import Testing

@Suite struct ServeTests {
  @Test func `refuses a second server on the same data folder`() throws {
    let registry = try RunningRegistry()
    let second = try Relctl.run(["serve", "--data", registry.dataFolder, "--listen", "127.0.0.1:0"])
    #expect(second.error.hasSuffix("(data_folder_in_use)\n"), "\(second)")
    #expect(second.status == 1)
    #expect(try registry.relctl("release", "list", "production").status == 0)
  }

  @Test func `refuses an address that is in use`() throws {
    let registry = try RunningRegistry()
    let other = registry.folder.path("other")
    #expect(try Relctl.run(["init", "--data", other]).status == 0)
    let address = String(registry.url.dropFirst("http://".count))
    let second = try Relctl.run(["serve", "--data", other, "--listen", address])
    #expect(second.error.hasSuffix("(address_in_use)\n"), "\(second)")
    #expect(second.status == 1)
  }

  @Test func `ends with status 0 when it is asked to stop, and serves the same releases afterwards`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    let (end, log) = registry.stop()
    #expect(end == .exited(0))
    #expect(log.last?.contains(#""message":"stopped""#) == true, "\(log)")
    try registry.start()
    let check = try registry.relctl(
      "check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--expect", "1.0.0")
    #expect(check.status == 0, "\(check)")
  }

  @Test func `says loudly that nothing is signed`() throws {
    let folder = try TemporaryFolder()
    #expect(try Relctl.run(["init", "--data", folder.path("data")]).status == 0)
    let child = try ChildProcess(
      Relctl.path, ["serve", "--data", folder.path("data"), "--listen", "127.0.0.1:0"], environment: [:],
      pipesError: true)
    let first = child.readErrorLine()
    child.send(signal: SIGTERM)
    #expect(first?.contains("development mode: no trust root set") == true)
    #expect(child.wait() == .exited(0))
  }

  @Test func `takes options before the environment and the environment before the file`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    _ = registry.stop()
    let config = try registry.folder.write(
      #"{"publicUrl": "https://file.example.com/"}"#.utf8, to: "serve.json")
    func zipURL() throws -> String {
      let check = try registry.relctl(
        "check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--output", "json")
      _ = registry.stop()
      return try JSON(check.output)["zipUrl"]?.string ?? ""
    }
    let environment = ["RELCTL_PUBLIC_URL": "https://environment.example.com"]
    try registry.start(["--config", config])
    #expect(try zipURL().hasPrefix("https://file.example.com/mobile-web/artifacts/"))
    try registry.start(["--config", config], environment: environment)
    #expect(try zipURL().hasPrefix("https://environment.example.com/mobile-web/"))
    try registry.start(
      ["--config", config, "--public-url", "https://option.example.com/r"], environment: environment)
    #expect(try zipURL().hasPrefix("https://option.example.com/r/mobile-web/"))
    try registry.start()
    let url = registry.url
    #expect(try zipURL().hasPrefix("\(url)/mobile-web/"))
  }

  @Test func `opens its log file anew when it is told to`() throws {
    let registry = try RunningRegistry()
    _ = registry.stop()
    let log = registry.folder.path("server.log")
    try registry.start(["--log-file", log, "--access-log"])
    #expect(rename(log, log + ".1") == 0)
    registry.send(signal: SIGHUP)
    // The stop is handled after the reload, which came first.
    let (end, _) = registry.stop()
    #expect(end == .exited(0))
    #expect(
      String(decoding: try registry.folder.read("server.log.1"), as: UTF8.self).contains("development mode"))
    #expect(String(decoding: try registry.folder.read("server.log"), as: UTF8.self).contains("opened again"))
  }

  @Test func `what failed is found in the log by its request id, and what went well is not there`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    let check = ["check", "web", "--channel", "production", "--wrapper-version"]
    #expect(try registry.relctl(check + ["4.5.0"]).status == 0)
    #expect(try registry.relctl(check + ["9.0.0"]).output.contains("wrapper_out_of_range"))
    func requestId(_ outcome: Relctl.Outcome, status: Int32) -> String {
      #expect(outcome.status == status, "\(outcome)")
      let line = outcome.error.split(separator: "\n").last ?? ""
      #expect(line.hasPrefix("request: "), "\(outcome)")
      return String(line.dropFirst("request: ".count))
    }
    let wrong = try registry.folder.write("rrt_00\n".utf8, to: "wrong.token")
    chmod(wrong, 0o600)
    let absent = requestId(try registry.relctl("release", "show", "production", "9.9.9"), status: 3)
    // Refused before its path is looked at.
    let tooLong = requestId(
      try registry.relctl("policy", "show", String(repeating: "x", count: 5_000)), status: 3)
    let stranger = requestId(try registry.relctl(["release", "list", "beta"], token: wrong), status: 3)
    #expect(rename(registry.folder.path("data/incoming"), registry.folder.path("data/elsewhere")) == 0)
    let failed = requestId(try registry.publish(registry.site("two"), "1.1.0"), status: 4)
    let (_, log) = registry.stop()
    let lines = try log.map { try JSON($0) }.filter { $0["message"]?.string == "request" }
    func status(_ line: JSON) -> Int { if case .integer(let status)? = line["status"] { status } else { 0 } }
    let noted = lines.map {
      "\($0["requestId"]?.string ?? "") \(status($0)) \($0["level"]?.string ?? "")"
    }
    for line in ["\(absent) 404 info", "\(tooLong) 414 info", "\(stranger) 401 info", "\(failed) 500 error"] {
      #expect(noted.contains(line), "\(line) is not in \(noted)")
    }
    #expect(log.contains { $0.contains("failed, request \(failed): storage_failed") }, "and why: \(log)")
    #expect(
      lines.allSatisfy { line in
        status(line) >= 500 || status(line) >= 400 && line["target"]?.string?.hasPrefix("/admin/") == true
      }, "\(log)")
  }

  @Test(arguments: [
    "GET / HTTP/3.0\r\nHost: x\r\n\r\n", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n",
    "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n",
  ])
  func `nothing that a client sends wrong gets into the log`(request: String) throws {
    let registry = try RunningRegistry()
    do {
      let connection = try registry.connect()
      connection.send(Array(request.utf8))
      connection.finishSending()
      _ = connection.readToEnd()
    }
    let (_, log) = registry.stop()
    let messages = try log.compactMap { try JSON($0)["message"]?.string }
    #expect(messages == ["stopping: running requests may end", "stopped"], "\(log)")
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let options: [String]
    var file: String?
    let code: String
    let status: Int32
    var mention = ""

    var testDescription: String { "\(options) \(file ?? "")" }
  }

  @Test(arguments: [
    Refusal(options: [], code: "missing_argument", status: 2, mention: "--data"),
    Refusal(options: ["--data", "DATA", "--listen", "8080"], code: "invalid_value", status: 2),
    Refusal(options: ["--data", "DATA", "--listen", "::1:8080"], code: "invalid_value", status: 2),
    Refusal(options: ["--data", "DATA", "--tls-cert", "a.pem"], code: "missing_argument", status: 2),
    Refusal(
      options: ["--data", "DATA", "--listen", "127.0.0.1:0", "--tls-cert", "a.pem", "--tls-key", "a.key"],
      code: "invalid_certificate", status: 1),
    Refusal(options: ["--data", "DATA", "--public-url", "ftp://x"], code: "invalid_address", status: 2),
    Refusal(options: ["--data", "NOWHERE"], code: "data_folder_missing", status: 1, mention: "relctl init"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"publicURL": "https://x"}"#, code: "invalid_config_file",
      status: 2,
      mention: "did you mean 'publicUrl'?"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"eventThreads": "4"}"#, code: "invalid_config_file", status: 2,
      mention: "'eventThreads' is not a whole number"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"bundleLimits": {"maximumEntries": 0}}"#,
      code: "invalid_config_file",
      status: 2, mention: "maximumEntries"),
    Refusal(options: ["--data", "DATA"], file: "{", code: "invalid_config_file", status: 2),
    Refusal(
      options: ["--data", "DATA"], file: #"{"checkMaxAgeSeconds": -5}"#, code: "invalid_config_file",
      status: 2, mention: "'checkMaxAgeSeconds': '-5' is not a whole number from 0 to 86400"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"drainSeconds": -1}"#, code: "invalid_config_file", status: 2,
      mention: "'drainSeconds'"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"workerThreads": 0}"#, code: "invalid_config_file", status: 2,
      mention: "'workerThreads'"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"maximumConnections": 0}"#, code: "invalid_config_file",
      status: 2, mention: "'maximumConnections'"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"listen": "8080"}"#, code: "invalid_config_file", status: 2,
      mention: "'listen'"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"logFile": ""}"#, code: "invalid_config_file", status: 2,
      mention: "'logFile'"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"bundleLimits": {"maximumEntrys": 5}}"#,
      code: "invalid_config_file", status: 2,
      mention: "'maximumEntrys' is not a setting of 'bundleLimits'; did you mean 'maximumEntries'?"),
    Refusal(
      options: ["--data", "DATA"], file: #"{"bundleLimits": 5}"#, code: "invalid_config_file", status: 2,
      mention: "'bundleLimits' is not a JSON object"),
    Refusal(
      options: ["--data", "DATA", "--check-max-age", "-5"], code: "invalid_value", status: 2,
      mention: "from 0 to 86400"),
  ])
  func `refuses settings that make no sense`(_ refusal: Refusal) throws {
    let folder = try TemporaryFolder()
    #expect(try Relctl.run(["init", "--data", folder.path("DATA")]).status == 0)
    let options = refusal.options.map { ["DATA", "NOWHERE"].contains($0) ? folder.path($0) : $0 }
    let config = try refusal.file.map { ["--config", try folder.write($0.utf8, to: "serve.json")] } ?? []
    let outcome = try Relctl.run(["serve"] + options + config)
    #expect(outcome.error.contains("(\(refusal.code))\n"), "\(outcome)")
    #expect(outcome.error.contains(refusal.mention), "\(outcome)")
    #expect(outcome.status == refusal.status, "\(outcome)")
  }
}
