import Glibc
import ReleaseModel
import Synchronization
import WrapperInstaller

/// `relctl wrapper run --root DIR --server URL --channel C --platform P --wrapper-version V`
enum WrapperRun {
  private static let openPath = Argument.option(
    "--open-path", "PATH", "where in the app to open, as a link would, such as /orders/17", parse: Parse.path)
  private static let listen = Argument.option(
    "--listen", "PORT", "the port on 127.0.0.1; any free one without it",
    parse: port)
  private static let readyTimeout = Argument.option(
    "--ready-timeout", "SECONDS", "how long an opened page has to confirm that it works, 20 without it",
    parse: Parse.integer(in: 1...3_600))

  static let command = Command(
    "run", "Be one device that keeps running, for a browser to open",
    discussion: """
      Starts what is installed, or installs first when nothing is, and serves it on 127.0.0.1 with the bridge of
      docs/bridge.md, as the library does inside a wrapper. A line 'serving on URL' on standard error says what to
      open; another one follows when another release runs. The page asks for updates and restarts; one that is opened
      and does not confirm in time is taken back. SIGTERM and SIGINT close the app, as a user would.
      """,
    arguments: WrapperDevice.arguments + [openPath, listen, readyTimeout] + ServerArguments.anonymous,
    examples: [
      .init(
        "A phone to look at",
        "relctl wrapper run --root phone --server http://127.0.0.1:8080 --channel production "
          + "--platform ios --wrapper-version 4.6.0 --listen 8090")
    ]
  ) { try run($0) }

  private static let port: @Sendable (String) throws -> Int = { text in
    if let colon = text.lastIndex(of: ":") {
      throw InvalidValue(
        "'\(text.prefix(40))' is not a port; write \(text[text.index(after: colon)...].prefix(5)) alone: it is always on 127.0.0.1"
      )
    }
    return try Parse.integer(in: 1...65_535)(text)
  }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let timeout = try invocation[readyTimeout]
    let device = try WrapperDevice(invocation) { settings in
      if let timeout { settings.readyTimeout = .seconds(timeout) }
    }
    let claim = try DeviceClaim(folder: invocation[WrapperArguments.root])
    defer { withExtendedLifetime(claim) {} }
    // Before any thread is started, so that every thread leaves these signals to the wait below.
    let signals = StopSignals()
    let console = invocation.console
    let path = try invocation[openPath] ?? "/"
    let port = try invocation[listen].map { UInt16($0) } ?? 0
    let app = try waiting { try await RunningWrapper(device, openPath: path, port: port, console: console) }
    let start = Starting()
    // An installation may take its time, and can be ended meanwhile.
    Task.detached {
      do {
        try await app.start()
      } catch {
        start.fail(error)
      }
    }
    while signals.wait() != .stop {}
    try waiting { try await app.end() }
    try start.throwFailure()
    try device.reporting.sendReports()
    return .ok
  }

  /// What became of the start, for the thread that waits for signals.
  private final class Starting: Sendable {
    private let failure = Mutex<(any Error)?>(nil)

    /// Notes a failure, and wakes the thread that waits.
    func fail(_ error: any Error) {
      failure.withLock { $0 = error }
      kill(getpid(), SIGTERM)
    }

    func throwFailure() throws {
      if let error = failure.withLock({ $0 }) { throw error }
    }
  }
}
