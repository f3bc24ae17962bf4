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
      try Self.refuseUnknownMembers(of: file, knowing: CodingKeys.allCases.map(\.rawValue))
      if let limits = file["bundleLimits"] {
        try Self.refuseUnknownMembers(of: limits, knowing: BundleLimits.memberNames, in: "bundleLimits")
      }
      self = try JSONDecoder().decode(ServeFile.self, from: Data(bytes))
      try refuseImpossibleValues()
    } catch let error as InvalidValue {
      throw CommandError(.usage, "invalid_config_file", "'\(path)': \(error.message)")
    } catch {
      throw CommandError(
        .usage, "invalid_config_file", "'\(path)' cannot be read: \(DecodingProblem.text(error))")
    }
  }

  /// A setting that is misspelled must not be taken for one that is left out.
  private static func refuseUnknownMembers(
    of value: JSONValue, knowing known: [String], in name: String? = nil
  ) throws(InvalidValue) {
    guard case .object(let members) = value else {
      throw InvalidValue("\(name.map { "'\($0)'" } ?? "it") is not a JSON object")
    }
    guard let unknown = members.keys.sorted().first(where: { !known.contains($0) }) else { return }
    let near = EditDistance.suggestion(for: unknown, among: known).map { "; did you mean '\($0)'?" }
    let place = name.map { " of '\($0)'" } ?? ""
    throw InvalidValue("'\(unknown)' is not a setting\(place)\(near ?? "")")
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
