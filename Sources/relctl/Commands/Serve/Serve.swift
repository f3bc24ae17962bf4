import Glibc
import HTTPServer
import ReleaseModel
import ReleaseRegistry
import ReleaseTrust

/// `relctl serve --data DIR --listen HOST:PORT`
enum Serve {
  static let command = Command(
    "serve", "Run the registry until it is told to stop",
    discussion: """
      One line 'listening on URL' on standard error says that it is ready; the other lines there are its log, one
      JSON object each. SIGTERM and SIGINT let running requests end and stop it; SIGHUP reads the TLS files again
      and opens the log file anew.
      """,
    arguments: ServeArguments.all,
    examples: [
      .init("On this machine", "relctl serve --data data --listen 127.0.0.1:8080"),
      .init(
        "Behind a reverse proxy",
        "relctl serve --data /var/lib/release-registry --public-url https://releases.example.com"),
      .init(
        "With its own certificate",
        "relctl serve --data data --listen 0.0.0.0:443 --tls-cert chain.pem --tls-key key.pem "
          + "--public-url https://releases.example.com"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let settings = try ServeSettings(invocation)
    // Before any thread is started, so that every thread leaves these signals to the wait below.
    let signals = StopSignals()
    let log = try ServerLog(file: settings.logFile)
    let registry = try Registry(opening: settings.dataFolder, configuration: settings.registry)
    let server = try HTTPServer(
      configuration: settings.server, router: registry.router,
      log: log.serverMessages, accessLog: log.accessLog(ofEveryRequest: settings.logsRequests),
      errorResponse: Registry.errorResponse
    ) { url in if settings.publicURL == nil { registry.publicURL = url } }
    registry.report { [weak server] in server?.metrics }
    try warn(settings, registry, server, log)
    let upkeep = RegistryUpkeep(of: registry) { ending in
      log.write(["level": "warning", "code": .string(ending.code), "message": .string(ending.warning)])
    } report: { what, error in
      log.write("error", "\(what), which is tried again in a minute: \(error)")
    }
    defer { withExtendedLifetime(upkeep) {} }
    log.flush()
    StandardError.write("listening on \(server.url)\n")
    serve(until: signals, server, log)
    return stop(server, log, within: settings.drainTimeout)
  }

  private static func warn(
    _ settings: ServeSettings, _ registry: Registry, _ server: HTTPServer, _ log: ServerLog
  ) throws(RegistryError) {
    if registry.isInDevelopmentMode {
      log.write(
        "warning",
        "development mode: no trust root set; devices believe whatever this server says; "
          + "make one with 'relctl trust init' before anything is published (docs/ceremony.md)")
    }
    if registry.needsRootForOnlineKey {
      log.write(
        "warning",
        "root does not name this registry's key, which was replaced: nothing is signed and nothing can be published; "
          + "publish a root that names it with 'relctl trust rotate'")
    }
    if try registry.isBehindDevices() {
      log.write(
        "warning",
        "this registry was restored from a backup: devices that saw newer signed metadata refuse everything until you "
          + "publish what 'relctl trust rotate FILE --after-restore' makes (docs/operations.md, Restore)")
    }
    guard settings.listen.isWildcard, settings.publicURL == nil else { return }
    log.write(
      "warning", "devices are told to download from \(server.url), which they cannot reach; set --public-url")
  }

  /// Returns when a signal asks to stop.
  private static func serve(until signals: StopSignals, _ server: HTTPServer, _ log: ServerLog) {
    while true {
      switch signals.wait() {
      case .stop: return
      case .reload:
        do {
          try log.reopen()
          try server.reloadTLS()
          log.write("info", "the TLS files and the log were opened again")
        } catch {
          log.write("error", "reloading failed, and what was in use stays in use: \(error)")
        }
      }
    }
  }

  private static func stop(_ server: HTTPServer, _ log: ServerLog, within timeout: Duration) -> ExitStatus {
    log.write("info", "stopping: running requests may end")
    let isClean = server.drain(timeout: timeout)
    log.write("info", isClean ? "stopped" : "stopped, and cut the requests that had not ended")
    log.flush()
    return .ok
  }
}
