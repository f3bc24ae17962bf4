import Glibc
import HTTPClient
import HTTPServer
import ReleaseBundle
import ReleaseRegistry
import ReleaseTrust

/// How `serve` runs: options and environment, then the file, then what holds without either.
struct ServeSettings {
  let dataFolder: String
  let listen: ListenAddress
  let publicURL: String?
  let drainTimeout: Duration
  let logsRequests: Bool
  let logFile: String?
  private let file: ServeFile
  private let tls: HTTPServerConfiguration.TLS?
  private let checkMaxAgeSeconds: Int
  private let onlineKeyPassphrase: OnlineKeyPassphrase
  private let onlineLifetimes: OnlineLifetimes

  init(_ invocation: Invocation) throws {
    file = try invocation[ServeArguments.config].map { try ServeFile(readingFrom: $0) } ?? ServeFile()
    guard let dataFolder = try invocation[ServeArguments.data] ?? file.data else {
      throw CommandError(
        .usage, "missing_argument", "no data folder is named",
        hint: "give --data DIR, set RELCTL_DATA, or write \"data\" in the --config file")
    }
    self.dataFolder = dataFolder
    listen =
      try invocation[ServeArguments.listen] ?? file.listen.map(ListenAddress.init(parsing:)) ?? .standard
    publicURL = try (invocation[ServeArguments.publicURL] ?? file.publicUrl).map(Self.publicURL)
    tls = try Self.tls(
      invocation[ServeArguments.tlsCert] ?? file.tlsCert, invocation[ServeArguments.tlsKey] ?? file.tlsKey)
    drainTimeout = .seconds(try invocation[ServeArguments.drainSeconds] ?? file.drainSeconds ?? 10)
    checkMaxAgeSeconds = try invocation[ServeArguments.checkMaxAge] ?? file.checkMaxAgeSeconds ?? 0
    logsRequests = try invocation[ServeArguments.accessLog] || file.accessLog ?? false
    logFile = try invocation[ServeArguments.logFile] ?? file.logFile
    onlineKeyPassphrase = try OnlineKeyArguments.passphrase(
      file: try invocation[OnlineKeyArguments.passphraseFile] ?? file.onlineKeyPassphraseFile)
    var lifetimes = OnlineLifetimes()
    for (member, option, setting) in [
      (\OnlineLifetimes.timestampSeconds, ServeArguments.timestampLifetime, file.timestampLifetimeSeconds),
      (\.snapshotSeconds, ServeArguments.snapshotLifetime, file.snapshotLifetimeSeconds),
      (\.statusSeconds, ServeArguments.statusLifetime, file.statusLifetimeSeconds),
    ] {
      if let seconds = try invocation[option] ?? setting { lifetimes[keyPath: member] = Int64(seconds) }
    }
    onlineLifetimes = lifetimes
  }

  var server: HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.host = listen.host
    configuration.port = listen.port
    configuration.tls = tls
    configuration.secretMark = Registry.secretMark
    configuration.eventThreads = file.eventThreads ?? max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    if let threads = file.workerThreads { configuration.workerThreads = threads }
    if let count = file.maximumConnections { configuration.limits.maximumConnections = count }
    if let count = file.maximumConnectionsPerAddress {
      configuration.limits.maximumConnectionsPerAddress = count
    }
    if let proxies = file.trustedProxies { configuration.trustedProxies = proxies }
    return configuration
  }

  var registry: RegistryConfiguration {
    var configuration = RegistryConfiguration()
    if let publicURL { configuration.publicURL = publicURL }
    if let limits = file.bundleLimits { configuration.bundleLimits = limits }
    configuration.checkMaxAgeSeconds = checkMaxAgeSeconds
    configuration.onlineKeyPassphrase = onlineKeyPassphrase
    configuration.onlineLifetimes = onlineLifetimes
    configuration.maximumUploads = max(1, server.workerThreads / 2)
    return configuration
  }

  private static func publicURL(_ text: String) throws -> String {
    let address: WebAddress
    do {
      address = try WebAddress(parsing: text)
    } catch {
      throw CommandError(
        .usage, error.code.rawValue, "--public-url: \(error.message)",
        hint: ConnectionSettings.addressHint(for: text))
    }
    guard !text.contains("?"), !text.contains("#"), !text.contains("@") else {
      throw CommandError(
        .usage, "invalid_address", "--public-url: '\(address)' has a query, fragment or user; leave them out")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static func tls(_ certificate: String?, _ key: String?) throws -> HTTPServerConfiguration.TLS? {
    switch (certificate, key) {
    case (nil, nil): return nil
    case (let certificate?, let key?): return .init(certificatePath: certificate, keyPath: key)
    default:
      throw CommandError(
        .usage, "missing_argument", "TLS needs both --tls-cert and --tls-key",
        hint: "give both files, or neither")
    }
  }
}
