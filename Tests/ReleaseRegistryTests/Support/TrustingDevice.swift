import HTTPClient
import ReleaseModel
import ReleaseRegistry
import ReleaseTesting
import ReleaseTrust
import TrustTransport

/// A device that pinned a root and follows a registry as any client of The Update Framework does.
struct TrustingDevice {
  private let folder: TemporaryFolder
  private let registry: TestRegistry
  private let pinnedRoot: [UInt8]

  init(_ registry: TestRegistry, pinning root: [UInt8]) throws {
    folder = try TemporaryFolder()
    self.registry = registry
    pinnedRoot = root
  }

  /// Refreshes, and asks what is trusted then.
  func refresh<Result>(
    _ body: (inout Updater<Fetcher>) throws -> Result = { _ in () }
  ) throws -> Result {
    var updater = try Updater(
      store: try TrustStore(folder: folder.path), fetcher: Fetcher(registry: registry),
      pinnedRoot: pinnedRoot,
      referenceTime: registry.clock.now)
    try updater.refresh()
    return try body(&updater)
  }

  /// Refreshes as a wrapper does, over HTTP, and tells what was asked for and which root is trusted then.
  func refreshAsWrapper() throws -> (requests: [String], rootVersion: Int64) {
    let server = try WebAddress(parsing: registry.url + "/tuf")
    let fetcher = CountingFetcher(
      HTTPMetadataFetcher(folder: server, client: HTTPClient(configuration: .trust)))
    var updater = try Updater(
      store: try TrustStore(folder: folder.path), fetcher: fetcher, pinnedRoot: pinnedRoot,
      referenceTime: registry.clock.now, rootQuestion: .withTimestamp)
    try updater.refresh()
    return (fetcher.requests, updater.trusted.root.version)
  }

  /// Notes what is asked for on the way to a server.
  private final class CountingFetcher: MetadataFetcher {
    private let fetcher: HTTPMetadataFetcher
    private(set) var requests: [String] = []

    init(_ fetcher: HTTPMetadataFetcher) { self.fetcher = fetcher }

    func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata {
      requests.append(name)
      return try fetcher.fetch(name, maximumBytes: maximumBytes)
    }

    func fetchTimestamp(maximumBytes: Int) throws(TrustError) -> FetchedTimestamp {
      requests.append("timestamp.json")
      return try fetcher.fetchTimestamp(maximumBytes: maximumBytes)
    }
  }

  /// The release that was signed for a channel; nil when there is none of this version.
  func release(_ version: String, on channel: String) throws -> SignedRelease? {
    let path = ExactText("\(channel)/\(version).zip")
    return try refresh { updater in
      try updater.target(at: path).map { try SignedRelease($0.file, at: path) }
    }
  }

  /// Which releases the registry says are withdrawn.
  func states() throws -> ReleaseStates {
    try refresh { updater in
      // The way to the status role is the way to any file that it could have.
      _ = try updater.target(at: "status/none")
      guard let status = updater.trusted.targets(of: ReleaseRole.status) else { return ReleaseStates() }
      return try ReleaseStates(status)
    }
  }

  /// Asks the registry over HTTP.
  struct Fetcher: MetadataFetcher {
    let registry: TestRegistry

    func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata {
      do {
        let answer = try registry.get("/tuf/\(name)")
        switch answer.status {
        case 200: return .bytes(answer.body)
        case 404: return .notFound
        default: throw UnexpectedAnswer(answer)
        }
      } catch {
        throw TrustError(.metadataFetchFailed, "\(error)", cause: error)
      }
    }
  }
}

extension TestRegistry {
  /// A registry on a copy of this one's data, with the same clock.
  func copy() throws -> TestRegistry {
    let copy = try TemporaryFolder()
    _ = try RegistryBackup(dataFolder: folder.path("data")).write(to: copy.path("data"))
    return try TestRegistry(serving: copy, superAdmin: superAdmin, clock)
  }
}
