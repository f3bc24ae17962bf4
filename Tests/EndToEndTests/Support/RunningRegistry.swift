import Glibc
import ReleaseTesting

/// A registry made by `relctl init` and served by `relctl serve`, in a folder of its own and on a free port.
final class RunningRegistry {
  let folder: TemporaryFolder
  let dataFolder: String
  let tokenFile: String
  /// Where it listens; the same after a restart.
  private(set) var url = ""
  private var child: ChildProcess?

  private static let readyLine = "listening on "

  /// Serves from `data` in the given folder, or from a folder of its own.
  init(
    in folder: TemporaryFolder? = nil, options: [String] = [], environment: [String: String] = [:]
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    dataFolder = folder.path("data")
    tokenFile = folder.path("admin.token")
    let made = try Relctl.run(["init", "--data", dataFolder, "--token-out", tokenFile])
    guard made.status == 0 else { throw ChildProcess.Failure(message: "init: \(made)") }
    try start(options, environment: environment)
  }

  deinit { kill() }

  /// `127.0.0.1:PORT`.
  var address: String { String(url.drop { $0 != "/" }.dropFirst(2)) }

  var port: UInt16 { UInt16(address.drop { $0 != ":" }.dropFirst()) ?? 0 }

  /// Connects without relctl, to send what it would not.
  func connect() throws -> ClientSocket { try ClientSocket(port: port) }

  /// The environment in which commands find this registry.
  var environment: [String: String] { ["RELCTL_SERVER": url, "RELCTL_TOKEN_FILE": tokenFile] }

  /// Starts to serve again, at the address of before.
  func start(_ options: [String] = [], environment: [String: String] = [:]) throws {
    let address = url.isEmpty ? "127.0.0.1:0" : address
    let child = try ChildProcess(
      Relctl.path, ["serve", "--data", dataFolder, "--listen", address] + options, environment: environment,
      pipesError: true)
    self.child = child
    var lines: [String] = []
    while let line = child.readErrorLine() {
      if line.hasPrefix(Self.readyLine) {
        url = String(line.dropFirst(Self.readyLine.count))
        return
      }
      lines.append(line)
    }
    throw ChildProcess.Failure(message: "serve ended with \(child.wait()): \(lines.joined(separator: "\n"))")
  }

  /// Ends the server without any warning, as a power cut would.
  func kill() {
    guard let child else { return }
    child.send(signal: SIGKILL)
    _ = child.wait()
    self.child = nil
  }

  /// Asks the server to stop; answers how it ended and what it said meanwhile.
  func stop() -> (end: ChildProcess.End, log: [String]) {
    guard let child else { return (.exited(-1), []) }
    child.send(signal: SIGTERM)
    var lines: [String] = []
    while let line = child.readErrorLine() { lines.append(line) }
    self.child = nil
    return (child.wait(), lines)
  }

  func send(signal: Int32) { child?.send(signal: signal) }

  func nextLogLine() -> String? { child?.readErrorLine() }

  /// Runs `relctl` against this registry.
  @discardableResult
  func relctl(_ arguments: String..., token: String? = nil) throws -> Relctl.Outcome {
    try relctl(arguments, token: token)
  }

  @discardableResult
  func relctl(_ arguments: [String], token: String? = nil) throws -> Relctl.Outcome {
    var environment = environment
    if let token { environment["RELCTL_TOKEN_FILE"] = token }
    return try Relctl.run(arguments, environment: environment)
  }

  /// Publishes a folder for wrappers from 4 to 6.
  @discardableResult
  func publish(
    _ bundle: String, _ version: String, wrappers: String = ">=4.0.0 <6.0.0", channel: String = "production"
  )
    throws -> Relctl.Outcome
  {
    try relctl(publishing(bundle, version, wrappers: wrappers, channel: channel))
  }

  func publishing(
    _ bundle: String, _ version: String, wrappers: String = ">=4.0.0 <6.0.0", channel: String = "production"
  ) -> [String] {
    [
      "release", "publish", bundle, "--channel", channel, "--version", version, "--wrapper-range", wrappers,
      "--api-contract-range", "^3.0.0",
    ]
  }

  /// A folder of web files, with `text` on its page.
  func site(_ text: String, fillerBytes: Int = 0) throws -> String {
    let name = "site-\(text)"
    try folder.write("<!doctype html><p>\(text)</p>".utf8, to: "\(name)/index.html")
    try folder.write("console.log('\(text)')".utf8, to: "\(name)/assets/app.js")
    if fillerBytes > 0 {
      var state: UInt64 = 0x9e37_79b9_7f4a_7c15
      let filler = (0..<fillerBytes).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
      try folder.write(filler, to: "\(name)/assets/filler.bin")
    }
    return folder.path(name)
  }
}
