import FoundationEssentials
import ReleaseBundle
import ReleaseModel

/// The JSON file of `serve --config FILE`; options and environment go before it.
struct ServeFile: Decodable {
  var data: String?
  var listen: String?
  var publicUrl: String?
  var tlsCert: String?
  var tlsKey: String?
  var checkMaxAgeSeconds: Int?
  var drainSeconds: Int?
  var eventThreads: Int?
  var workerThreads: Int?
  var accessLog: Bool?
  var logFile: String?
  var onlineKeyPassphraseFile: String?
  var timestampLifetimeSeconds: Int?
  var snapshotLifetimeSeconds: Int?
  var statusLifetimeSeconds: Int?
  var maximumConnections: Int?
  var maximumConnectionsPerAddress: Int?
  var trustedProxies: [String]?
  var bundleLimits: BundleLimits?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case data, listen, publicUrl, tlsCert, tlsKey, checkMaxAgeSeconds, drainSeconds, eventThreads,
      workerThreads
    case accessLog, logFile, onlineKeyPassphraseFile, maximumConnections, maximumConnectionsPerAddress,
      trustedProxies, bundleLimits, timestampLifetimeSeconds, snapshotLifetimeSeconds, statusLifetimeSeconds
  }

  init() {}

  init(readingFrom path: String) throws(CommandError) {
    let bytes = try FileReader.read(path).bytes
    do {
      let file = try JSONValue(parsing: bytes)
      try file.requireMembers(CodingKeys.allCases.map(\.rawValue), each: "a setting")
      try file["bundleLimits"]?.requireMembers(
        BundleLimits.memberNames, each: "a setting of 'bundleLimits'", at: "bundleLimits")
      self = try JSONDecoder().decode(ServeFile.self, from: Data(bytes))
      try refuseImpossibleValues()
    } catch let error as InvalidValue {
      throw CommandError(.usage, "invalid_config_file", "'\(path)': \(error.message)")
    } catch {
      throw CommandError(
        .usage, "invalid_config_file", "'\(path)' cannot be read: \(DecodingProblem.text(error))")
    }
  }

  /// What an option would not be given is no setting either.
  private func refuseImpossibleValues() throws {
    let numbers: [(CodingKeys, Int?, ClosedRange<Int>)] = [
      (.checkMaxAgeSeconds, checkMaxAgeSeconds, ServeRange.checkMaxAgeSeconds),
      (.drainSeconds, drainSeconds, ServeRange.drainSeconds),
      (.eventThreads, eventThreads, ServeRange.threads),
      (.workerThreads, workerThreads, ServeRange.threads),
      (.maximumConnections, maximumConnections, ServeRange.connections),
      (.maximumConnectionsPerAddress, maximumConnectionsPerAddress, ServeRange.connections),
      (.timestampLifetimeSeconds, timestampLifetimeSeconds, ServeRange.lifetimeSeconds),
      (.snapshotLifetimeSeconds, snapshotLifetimeSeconds, ServeRange.lifetimeSeconds),
      (.statusLifetimeSeconds, statusLifetimeSeconds, ServeRange.lifetimeSeconds),
    ]
    for (name, value, range) in numbers {
      guard let value else { continue }
      try Self.check(name) { _ = try Parse.integer(in: range)(String(value)) }
    }
    for (name, path) in [
      (CodingKeys.data, data), (.tlsCert, tlsCert), (.tlsKey, tlsKey), (.logFile, logFile),
    ] {
      guard let path else { continue }
      try Self.check(name) { _ = try Parse.path(path) }
    }
    if let listen { try Self.check(.listen) { _ = try ListenAddress(parsing: listen) } }
  }

  private static func check(_ name: CodingKeys, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let refusal as InvalidValue {
      throw InvalidValue("'\(name.rawValue)': \(refusal.message)")
    }
  }
}
