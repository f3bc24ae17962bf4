import ReleaseModel
import FoundationEssentials
import ReleaseBundle

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
  var maximumConnections: Int?
  var maximumConnectionsPerAddress: Int?
  var trustedProxies: [String]?
  var bundleLimits: BundleLimits?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case data, listen, publicUrl, tlsCert, tlsKey, checkMaxAgeSeconds, drainSeconds, eventThreads,
      workerThreads
    case accessLog, logFile, maximumConnections, maximumConnectionsPerAddress, trustedProxies, bundleLimits
  }

  init() {}

  init(readingFrom path: String) throws(CommandError) {
    let bytes = try FileReader.read(path).bytes
    do {
      try Self.refuseUnknownMembers(of: try JSONValue(parsing: bytes))
      self = try JSONDecoder().decode(ServeFile.self, from: Data(bytes))
    } catch let error as InvalidValue {
      throw CommandError(.usage, "invalid_config_file", "'\(path)': \(error.message)")
    } catch {
      throw CommandError(
        .usage, "invalid_config_file", "'\(path)' cannot be read: \(DecodingProblem.text(error))")
    }
  }

  /// A setting that is misspelled must not be taken for one that is left out.
  private static func refuseUnknownMembers(of file: JSONValue) throws(InvalidValue) {
    guard case .object(let members) = file else { throw InvalidValue("it is not a JSON object") }
    let known = CodingKeys.allCases.map(\.rawValue)
    guard let unknown = members.keys.sorted().first(where: { !known.contains($0) }) else { return }
    let near = EditDistance.suggestion(for: unknown, among: known).map { "; did you mean '\($0)'?" }
    throw InvalidValue("'\(unknown)' is not a setting\(near ?? "")")
  }
}
