import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

/// 5.5 of the specification: the snapshot.
@Suite struct SnapshotRuleTests {
  private let repository: RepositorySimulator
  private let device: Device

  init() throws {
    repository = try RepositorySimulator()
    device = try Device(repository)
  }

  @Test func `refuses other bytes than the timestamp states`() throws {
    repository.statesHashes = true
    try repository.publishMetadata()
    let genuine = try #require(repository.files["1.snapshot.json"])
    repository.files["1.snapshot.json"] = Array(genuine.dropLast()) + [0x20, 0x7D]
    #expect(try device.refusal() == .metadataTooLong)
    // The same length, the same meaning, other bytes.
    let text = String(decoding: genuine, as: UTF8.self)
    let swapped = text.replacing(
      #""spec_version":"1.0.34","version":1"#, with: #""version":1,"spec_version":"1.0.34""#)
    #expect(swapped != text)
    repository.files["1.snapshot.json"] = Array(swapped.utf8)
    #expect(try device.refusal() == .metadataHashMismatch)
    repository.files["1.snapshot.json"] = Array(genuine.dropLast())
    #expect(try device.refusal() == .metadataLengthMismatch)
    #expect(try device.keptVersion(of: "snapshot") == nil)
  }

  @Test func `refuses a snapshot that its key did not sign`() throws {
    repository.signers["snapshot"] = [try SigningKey.generate(.ed25519)]
    try repository.publishMetadata()
    #expect(try device.refusal() == .thresholdNotMet)
  }

  @Test(arguments: [Int64(1), 3])
  func `refuses another version than the timestamp states`(stated: Int64) throws {
    repository.versions["snapshot"] = 2
    try repository.publishMetadata()
    repository.files["\(stated).snapshot.json"] = repository.files["2.snapshot.json"]
    try repository.publishTimestamp(stating: MetaFile(version: stated))
    #expect(try device.refusal() == .versionMismatch)
    #expect(try device.keptVersion(of: "snapshot") == nil)
    #expect(try device.keptVersion(of: "timestamp") == 1)
  }

  @Test(arguments: [false, true])
  func `refuses that a role falls, also when the kept snapshot is not the stated one`(
    statesHashes: Bool
  ) throws {
    repository.statesHashes = statesHashes
    repository.versions["targets"] = 3
    try repository.publishMetadata()
    try device.refresh()
    repository.versions["targets"] = 2
    try repository.publishNextSnapshot()
    #expect(try device.refusal() == .versionRollback)
    #expect(try device.keptVersion(of: "snapshot") == 1)
  }

  @Test func `refuses that a role vanishes`() throws {
    try repository.delegate(to: "stable")
    try repository.publishMetadata()
    try device.refresh()
    repository.contents["stable"] = nil
    try repository.publishNext()
    #expect(try device.refusal() == .roleVanished)
  }

  @Test func `refuses that the snapshot falls when the timestamp that said so is lost`() throws {
    repository.versions["snapshot"] = 9
    try repository.publishMetadata()
    try device.refresh()
    try device.folder.write([], to: "timestamp.json")
    repository.versions["snapshot"] = 8
    try repository.publishMetadata()
    #expect(try device.refusal() == .versionRollback)
  }

  @Test func `refuses one that has expired, and does not keep it`() throws {
    repository.expiries["snapshot"] = Moment.now
    try repository.publishMetadata()
    #expect(try device.refusal() == .expiredSnapshot)
    #expect(try device.keptVersion(of: "snapshot") == nil)
  }

  @Test func `does not take a kept one that has expired since for the current one`() throws {
    repository.expiries["snapshot"] = Moment.inAMinute
    try repository.publishMetadata()
    try device.refresh()
    device.now = Moment.inAMinute
    #expect(try device.refusal() == .expiredSnapshot)
  }

  @Test func `does not fetch a snapshot that it has`() throws {
    try device.refresh()
    repository.forgetRequests()
    repository.files["1.snapshot.json"] = nil
    repository.versions["timestamp"] = 2
    try repository.publishTimestamp(stating: MetaFile(version: 1))
    try device.refresh()
    #expect(repository.requests == ["2.root.json", "timestamp.json"])
  }

  @Test func `does not take a kept one of the stated version but other bytes for the stated one`()
    throws
  {
    try device.refresh()
    repository.statesHashes = true
    repository.versions["timestamp"] = 2
    repository.expiries["snapshot"] = Moment.afterNextYear
    try repository.publishMetadata()
    repository.forgetRequests()
    try device.refresh()
    #expect(repository.requests.contains("1.snapshot.json"))
    #expect(try device.folder.read("snapshot.json") == repository.files["1.snapshot.json"])
  }

  @Test func `refuses a stated length beyond the limit before fetching`() throws {
    repository.statesHashes = true
    try repository.publishMetadata()
    device.limits.snapshotBytes = try #require(repository.files["1.snapshot.json"]).count - 1
    #expect(try device.refusal() == .metadataTooLong)
    #expect(!repository.requests.contains("1.snapshot.json"))
  }
}
