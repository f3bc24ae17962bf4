import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct UpdaterTests {
  private let repository: RepositorySimulator
  private let device: Device

  init() throws {
    repository = try RepositorySimulator()
    device = try Device(repository)
  }

  @Test func `asks for exactly what the workflow needs, and keeps it byte for byte`() throws {
    try device.refresh()
    #expect(
      repository.requests == ["2.root.json", "timestamp.json", "1.snapshot.json", "1.targets.json"])
    let kept = [
      "root.json": "1.root.json", "timestamp.json": "timestamp.json",
      "snapshot.json": "1.snapshot.json",
      "targets.json": "1.targets.json",
    ]
    for (name, served) in kept { #expect(try device.folder.read(name) == repository.files[served]) }
    #expect(try device.folder.names() == [".followed-roots"] + kept.keys.sorted())
  }

  @Test func `asks only for root and timestamp when nothing changed`() throws {
    try device.refresh()
    repository.forgetRequests()
    let trusted = try device.refresh()
    #expect(repository.requests == ["2.root.json", "timestamp.json"])
    #expect(trusted.targets(of: "targets")?.version == 1)
  }

  @Test
  func `starts from the kept root when there is no pinned one, and says so when there is none`()
    throws
  {
    try device.refresh()
    device.pinnedRoot = nil
    #expect(try device.refresh().root.version == 1)
    let bare = try TemporaryFolder()
    let error = #expect(throws: TrustError.self) {
      _ = try Updater(
        store: try TrustStore(folder: bare.path), fetcher: repository, referenceTime: Moment.now)
    }
    #expect(error?.code == .trustRootMissing)
  }

  @Test func `starts from the newer one of the kept and the pinned root`() throws {
    try repository.publishNextRoot()
    try device.refresh()
    repository.forgetRequests()
    #expect(try device.refresh().root.version == 2)
    #expect(repository.requests.first == "3.root.json")
    try repository.publishNextRoot()
    device.pinnedRoot = try repository.publishNextRoot()
    repository.forgetRequests()
    #expect(try device.refresh().root.version == 4)
    #expect(repository.requests.first == "5.root.json")
    #expect(try device.keptVersion(of: "root") == 4)
  }

  @Test
  func `takes a pinned root of the same version over the kept one, and then forgets the rest`()
    throws
  {
    try repository.publishNext()
    try device.refresh()
    // The keys were lost; a program with another root was shipped.
    let successor = try RepositorySimulator()
    let store = try TrustStore(folder: device.folder.path)
    var updater = try Updater(
      store: store, fetcher: successor, pinnedRoot: successor.files["1.root.json"], referenceTime: Moment.now)
    try updater.refresh()
    #expect(updater.trusted.timestamp?.version == 1)
    #expect(try device.folder.read("targets.json") == successor.files["1.targets.json"])
  }

  @Test(
    arguments: ["root", "timestamp", "snapshot", "targets"], ["", "{", "{}", "\u{0}\u{0}\u{0}"])
  func `replaces a damaged kept file by what it fetches`(role: String, content: String) throws {
    try device.refresh()
    try device.folder.write(Array(content.utf8), to: "\(role).json")
    try device.refresh()
    #expect(try device.keptVersion(of: role) == 1)
  }

  @Test
  func `does not fall below what is kept when the root is damaged after online keys were replaced`()
    throws
  {
    try repository.rotateKey(of: .timestamp)
    try repository.publishNextRoot()
    try repository.publishNext()
    try device.refresh()
    try device.folder.write([], to: "root.json")
    for role in ["timestamp", "snapshot", "targets"] as [ExactText] {
      repository.versions[role] = 1
    }
    try repository.publishMetadata()
    #expect(try device.refusal() == .versionRollback)
    #expect(try device.keptVersion(of: "root") == 2)
    #expect(try device.keptVersion(of: "timestamp") == 2)
  }

  @Test func `names a target file by its hash below its folder`() throws {
    let hashes = FileHashes(of: Array("abc".utf8))
    let digits = try #require(hashes["sha256"])
    repository.contents["targets"]?.files = [
      "dir/sub/a b?.zip": TargetFile(length: 3, hashes: hashes),
      "top": TargetFile(length: 3, hashes: hashes),
    ]
    try repository.publishMetadata()
    #expect(try device.find("dir/sub/a b?.zip")?.downloadPath == "dir/sub/\(digits).a%20b%3F.zip")
    #expect(try device.find("top")?.downloadPath == "\(digits).top")
  }

  @Test func `keeps what was verified before a failure`() throws {
    repository.files["1.targets.json"] = nil
    #expect(try device.refusal() == .metadataNotFound)
    #expect(
      try device.folder.names() == [".followed-roots", "root.json", "snapshot.json", "timestamp.json"])
  }

  @Test func `passes on why a source could not be reached, and changes nothing`() throws {
    struct Unreachable: MetadataFetcher {
      func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata {
        throw TrustError(.metadataFetchFailed, "nobody answers")
      }
    }
    try device.refresh()
    let store = try TrustStore(folder: device.folder.path)
    var updater = try Updater(store: store, fetcher: Unreachable(), referenceTime: Moment.now)
    let error = #expect(throws: TrustError.self) { try updater.refresh() }
    #expect(error?.code == .metadataFetchFailed)
    #expect(try device.keptVersion(of: "timestamp") == 1)
  }

  @Test func `takes metadata that python-tuf wrote`() throws {
    let trusted = try TrustedMetadata(
      root: Array(PythonTUFVectors.root.utf8), referenceTime: Moment.now)
    #expect(trusted.root.hasConsistentSnapshots)
  }
}
