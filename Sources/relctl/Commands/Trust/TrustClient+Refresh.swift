import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport

extension TrustClient {
  /// Brings the top-level metadata up to date.
  static func refresh(_ invocation: Invocation) throws {
    var updater = try updater(.refresh, HTTPClient(configuration: .trust), invocation)
    try updater.refresh()
    try invocation.console.show(report(on: updater.trusted))
  }

  /// An updater of one run; expiry is judged by the clock of now.
  static func updater(
    _ verb: Verb, _ client: HTTPClient, _ invocation: Invocation
  ) throws -> Updater<HTTPMetadataFetcher> {
    let address = try needed(metadataAddress, verb, invocation)
    return try Updater(
      store: try TrustStore(folder: try invocation[metadataFolder]),
      fetcher: HTTPMetadataFetcher(folder: address, client: client), referenceTime: Clock.now)
  }

  private static func report(on trusted: TrustedMetadata) -> Report {
    let roles: [(String, (any SignedMetadata)?)] = [
      ("root", trusted.root), ("timestamp", trusted.timestamp), ("snapshot", trusted.snapshot),
      ("targets", trusted.targets(of: TopLevelRole.targets.name)),
    ]
    let known = roles.compactMap { name, metadata in metadata.map { (name, $0) } }
    let members = known.map { name, metadata in
      let member: JSONValue = [
        "version": .integer(metadata.version), "expires": .string(metadata.expires.description),
      ]
      return (name, member)
    }
    return Report(
      json: .object(Dictionary(uniqueKeysWithValues: members)),
      text: .table(
        Table(
          columns: ["ROLE", "VERSION", "EXPIRES"],
          rows: known.map { [$0, String($1.version), $1.expires.description] },
          whenEmpty: "Nothing is trusted.")))
  }
}
