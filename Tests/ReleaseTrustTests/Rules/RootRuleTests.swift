import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

/// 5.3 of the specification: following roots.
@Suite struct RootRuleTests {
  private let repository: RepositorySimulator
  private let device: Device

  init() throws {
    repository = try RepositorySimulator()
    device = try Device(repository)
  }

  @Test func `follows root by root to the newest, each signed by the one before`() throws {
    for _ in 0..<3 {
      let old = try #require(repository.signers["root"])
      try repository.rotateKey(of: .root)
      try repository.publishNextRoot(also: old)
    }
    #expect(try device.refresh().root.version == 4)
    #expect(
      repository.requests.prefix(4) == ["2.root.json", "3.root.json", "4.root.json", "5.root.json"])
    #expect(try device.folder.read("root.json") == repository.files["4.root.json"])
  }

  @Test func `refuses a root that the old keys did not sign, and keeps the old one`() throws {
    try repository.rotateKey(of: .root)
    try repository.publishNextRoot()
    #expect(try device.refusal() == .thresholdNotMet)
    #expect(try device.keptVersion(of: "root") == 1)
  }

  @Test func `refuses a root that its own keys did not sign`() throws {
    let old = try #require(repository.signers["root"])
    repository.signers["root"] = [try SigningKey.generate(.ed25519)]
    repository.versions["root"] = 2
    repository.files["2.root.json"] = try repository.file(repository.rootMetadata(), by: old)
    #expect(try device.refusal() == .thresholdNotMet)
  }

  @Test func `needs the threshold of the old root and that of the new one`() throws {
    let first = try #require(repository.signers["root"])
    let all =
      first + [try SigningKey.generate(.ed25519), try SigningKey.generate(.ecdsaP256SHA256)]
    repository.signers["root"] = all
    repository.thresholds[.root] = 2
    try repository.publishNextRoot()
    #expect(try device.refresh().root.version == 2)

    // Lowering it needs two signatures once more.
    repository.thresholds[.root] = 1
    repository.versions["root"] = 3
    repository.files["3.root.json"] = try repository.file(repository.rootMetadata(), by: [all[1]])
    #expect(try device.refusal() == .thresholdNotMet)
    repository.files["3.root.json"] = try repository.file(
      repository.rootMetadata(), by: [all[1], all[2]])
    #expect(try device.refresh().root.version == 3)
  }

  @Test(arguments: [
    (Int64(1), TrustErrorCode.versionRollback), (3, .versionMismatch), (.max, .versionMismatch),
  ])
  func `refuses another version than the next`(version: Int64, code: TrustErrorCode) throws {
    repository.versions["root"] = version
    repository.files["2.root.json"] = try repository.file(
      repository.rootMetadata(), by: try #require(repository.signers["root"]))
    #expect(try device.refusal() == code)
    #expect(try device.keptVersion(of: "root") == 1)
  }

  @Test func `refuses other metadata in the place of a root`() throws {
    repository.files["2.root.json"] = repository.files["1.targets.json"]
    #expect(try device.refusal() == .wrongMetadataType)
  }

  @Test func `follows a root that has expired, and judges only the last`() throws {
    repository.expiries["root"] = Moment.lastYear
    try repository.publishNextRoot()
    repository.expiries["root"] = Moment.nextYear
    try repository.publishNextRoot()
    #expect(try device.refresh().root.version == 3)
  }

  @Test func `refuses to go on when the last root has expired, but keeps it`() throws {
    repository.expiries["root"] = Moment.now
    try repository.publishNextRoot()
    #expect(try device.refusal() == .expiredRoot)
    #expect(try device.keptVersion(of: "root") == 2)
    #expect(!repository.requests.contains("timestamp.json"))
  }

  @Test func `follows no more roots at once than it may, and goes on next time`() throws {
    device.limits.rootRotations = 2
    for _ in 0..<3 { try repository.publishNextRoot() }
    #expect(try device.refresh().root.version == 3)
    #expect(try device.refresh().root.version == 4)
  }

  @Test func `refuses a root that is too long, whatever the source was told`() throws {
    device.limits.rootBytes = try #require(repository.files["1.root.json"]).count
    repository.files["2.root.json"] = try #require(repository.files["1.root.json"]) + [0x20]
    #expect(try device.refusal() == .metadataTooLong)
  }

  @Test func `follows no root after the highest version there is`() throws {
    repository.versions["root"] = .max
    device.pinnedRoot = try repository.publishRoot()
    #expect(try device.refresh().root.version == .max)
    #expect(repository.requests.first == "timestamp.json")
  }

  @Test(arguments: [TopLevelRole.timestamp, .snapshot])
  func `recovers from versions that nobody can reach once an online key is replaced`(
    role: TopLevelRole
  ) throws {
    // Whoever had the online keys set versions as high as they go.
    for role in ["timestamp", "snapshot", "targets"] as [ExactText] {
      repository.versions[role] = .max
    }
    try repository.publishMetadata()
    try device.refresh()

    for role in ["timestamp", "snapshot", "targets"] as [ExactText] {
      repository.versions[role] = 2
    }
    try repository.publishMetadata()
    #expect(try device.refusal() == .versionRollback)

    try repository.rotateKey(of: role)
    try repository.publishNextRoot()
    try repository.publishMetadata()
    let trusted = try device.refresh()
    #expect(trusted.timestamp?.version == 2)
    #expect(trusted.currentSnapshot?.version == 2)
    #expect(trusted.targets(of: "targets")?.version == 2)
  }

  @Test func `keeps what it knows of versions when only other keys are replaced`() throws {
    try repository.publishNext()
    try device.refresh()
    try repository.rotateKey(of: .targets)
    try repository.publishNextRoot()
    for role in ["timestamp", "snapshot", "targets"] as [ExactText] {
      repository.versions[role] = 1
    }
    try repository.publishMetadata()
    #expect(try device.refusal() == .versionRollback)
  }

  @Test func `refuses an initial root that its own keys did not sign`() throws {
    device.pinnedRoot = try repository.file(
      repository.rootMetadata(), by: [try SigningKey.generate(.ed25519)])
    #expect(try device.refusal() == .thresholdNotMet)
    #expect(repository.requests.isEmpty)
  }
}
