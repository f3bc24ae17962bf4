import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct RootQuestionTests {
  private let repository: RepositorySimulator
  private let device: Device

  init() throws {
    repository = try RepositorySimulator()
    device = try Device(repository)
    device.rootQuestion = .withTimestamp
    repository.namedRoot = 1
    try device.refresh()
    repository.forgetRequests()
  }

  @Test func `asks once when nothing changed`() throws {
    let trusted = try device.refresh()
    #expect(repository.requests == ["timestamp.json"])
    #expect(trusted.targets(of: "targets")?.version == 1)
  }

  @Test func `asks for nothing twice when only the timestamp is new`() throws {
    try repository.publishNext()
    #expect(try device.refresh().targets(of: "targets")?.version == 2)
    #expect(repository.requests == ["timestamp.json", "2.snapshot.json", "2.targets.json"])
  }

  @Test(arguments: [nil, 2, 7, .max] as [Int64?])
  func `asks for the next root when any other is named, or none, and goes on when there is none`(
    named: Int64?
  ) throws {
    repository.namedRoot = named
    try device.refresh()
    #expect(repository.requests == ["timestamp.json", "2.root.json"])
    #expect(try device.keptVersion(of: "root") == 1)
  }

  @Test func `is not held back by a lower number`() throws {
    try repository.publishNextRoot()
    repository.namedRoot = 2
    try device.refresh()
    repository.forgetRequests()
    try repository.publishNextRoot()
    repository.namedRoot = 1
    #expect(try device.refresh().root.version == 3)
    #expect(repository.requests.prefix(2) == ["timestamp.json", "3.root.json"])
  }

  @Test func `sees new keys at once, and asks again for what they signed`() throws {
    try repository.publishNext()
    try device.refresh()
    repository.forgetRequests()
    try repository.rotateKey(of: .timestamp)
    try repository.publishNextRoot()
    repository.namedRoot = 2
    // The fast-forward that a stolen key made has to be forgotten together with it.
    repository.versions["timestamp"] = 1
    try repository.publishMetadata()
    let trusted = try device.refresh()
    #expect(trusted.root.version == 2)
    #expect(trusted.timestamp?.version == 1)
    #expect(
      repository.requests == [
        "timestamp.json", "2.root.json", "3.root.json", "timestamp.json", "2.snapshot.json", "2.targets.json",
      ])
  }

  @Test func `judges no timestamp that came before a new root`() throws {
    let early = repository.files["timestamp.json"].map(FetchedMetadata.bytes)
    try repository.rotateKey(of: .timestamp)
    try repository.publishNextRoot()
    try repository.publishNext()
    let fetcher = Overtaken(repository: repository, early: try #require(early))
    var updater = try Updater(
      store: try TrustStore(folder: device.folder.path), fetcher: fetcher, pinnedRoot: device.pinnedRoot,
      referenceTime: Moment.now, rootQuestion: .withTimestamp)
    try updater.refresh()
    #expect(updater.trusted.root.version == 2)
    #expect(updater.trusted.timestamp?.version == 2)
  }

  /// Answers with a timestamp of a moment ago, and has everything else as it is now.
  private struct Overtaken: MetadataFetcher {
    let repository: RepositorySimulator
    let early: FetchedMetadata

    func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata {
      try repository.fetch(name, maximumBytes: maximumBytes)
    }

    func fetchTimestamp(maximumBytes: Int) throws(TrustError) -> FetchedTimestamp {
      FetchedTimestamp(early, newestRoot: nil)
    }
  }

  @Test func `refuses an expired root whatever is named`() throws {
    repository.expiries["timestamp"] = Moment.afterNextYear
    try repository.publishNext()
    device.now = Moment.nextYear
    #expect(try device.refusal() == .expiredRoot)
    #expect(try device.keptVersion(of: "timestamp") == 1)
  }

  @Test func `refuses a timestamp that the trusted root's key did not sign`() throws {
    try repository.rotateKey(of: .timestamp)
    try repository.publishNext()
    #expect(try device.refusal() == .thresholdNotMet)
    #expect(try device.keptVersion(of: "timestamp") == 1)
  }

  @Test func `follows roots also where there is no timestamp`() throws {
    repository.files["timestamp.json"] = nil
    try repository.publishNextRoot()
    #expect(try device.refusal() == .metadataNotFound)
    #expect(try device.keptVersion(of: "root") == 2)
  }

  @Test func `refuses a timestamp that is too long before anything else`() throws {
    repository.files["timestamp.json"] = [UInt8](repeating: 32, count: 16_385)
    #expect(try device.refusal() == .metadataTooLong)
    #expect(repository.requests == ["timestamp.json"])
  }

  @Test func `keeps the root again when the kept one was damaged`() throws {
    try device.folder.write("{".utf8, to: "root.json")
    try device.refresh()
    #expect(repository.requests == ["timestamp.json"])
    #expect(try device.keptVersion(of: "root") == 1)
  }

  @Test func `plays no part for a client that keeps to the specification's order`() throws {
    device.rootQuestion = .ownRequest
    try device.refresh()
    #expect(repository.requests == ["2.root.json", "timestamp.json"])
  }
}
