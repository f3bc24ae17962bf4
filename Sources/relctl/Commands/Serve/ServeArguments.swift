/// The options of `serve`.
enum ServeArguments {
  static let data = Argument.option(
    "--data", "DIR", "the data folder that 'relctl init' made", environment: "RELCTL_DATA",
    suggesting: .folder,
    parse: Parse.path)
  static let listen = Argument.option(
    "--listen", "HOST:PORT", "where to listen, 127.0.0.1:8080 without it; port 0 picks a free one",
    environment: "RELCTL_LISTEN", parse: ListenAddress.init(parsing:))
  static let publicURL = Argument.option(
    "--public-url", "URL", "the address that devices use, when it is another one",
    environment: "RELCTL_PUBLIC_URL", parse: Parse.text)
  static let tlsCert = Argument.option(
    "--tls-cert", "FILE", "speak TLS with this certificate and its chain, as PEM",
    environment: "RELCTL_TLS_CERT", suggesting: .file, parse: Parse.path)
  static let tlsKey = Argument.option(
    "--tls-key", "FILE", "the certificate's private key, as PEM", environment: "RELCTL_TLS_KEY",
    suggesting: .file, parse: Parse.path)
  static let checkMaxAge = Argument.option(
    "--check-max-age", "SECONDS",
    "how long caches may keep an answer; above 0 a pause reaches devices that much later",
    environment: "RELCTL_CHECK_MAX_AGE", parse: Parse.integer(in: ServeRange.checkMaxAgeSeconds))
  static let drainSeconds = Argument.option(
    "--drain-seconds", "SECONDS", "how long running requests may take when the server stops, 10 without it",
    environment: "RELCTL_DRAIN_SECONDS", parse: Parse.integer(in: ServeRange.drainSeconds))
  static let accessLog = Argument.flag("--access-log", "log every request, not only what goes wrong")
  static let logFile = Argument.option(
    "--log-file", "FILE", "log here instead of standard error; SIGHUP opens it again",
    environment: "RELCTL_LOG_FILE", suggesting: .file, parse: Parse.path)
  static let timestampLifetime = lifetime(
    "timestamp", "for how long a device may take what it knows for the newest, 1d without it")
  static let snapshotLifetime = lifetime(
    "snapshot", "for how long it is signed which metadata belongs together, 7d without it")
  static let statusLifetime = lifetime("status", "for how long it is signed what is withdrawn, 7d without it")
  static let config = Argument.option(
    "--config", "FILE", "settings as JSON; options and environment go before them",
    environment: "RELCTL_CONFIG", suggesting: .file, parse: Parse.path)

  static let all: [any Declared] = [
    data, listen, publicURL, tlsCert, tlsKey, checkMaxAge, drainSeconds, accessLog, logFile, config,
    OnlineKeyArguments.passphraseFile, timestampLifetime, snapshotLifetime, statusLifetime,
  ]

  private static func lifetime(_ role: String, _ help: String) -> Argument<Int?> {
    .option(
      "--\(role)-lifetime", "DURATION", "\(help); signed again at half of it",
      environment: "RELCTL_\(role.uppercased())_LIFETIME", parse: ServeRange.lifetime)
  }
}
