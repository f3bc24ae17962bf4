import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

/// 5.4 of the specification: the timestamp.
@Suite struct TimestampRuleTests {
  private let repository: RepositorySimulator
  private let device: Device

  init() throws {
    repository = try RepositorySimulator()
    device = try Device(repository)
  }

  @Test func `refuses a timestamp that its key did not sign, or nobody`() throws {
    let genuine = repository.signers["timestamp"]
    repository.signers["timestamp"] = [try SigningKey.generate(.ed25519)]
    try repository.publishMetadata()
    #expect(try device.refusal() == .thresholdNotMet)
    repository.signers["timestamp"] = []
    try repository.publishMetadata()
    #expect(try device.refusal() == .unsignedMetadata)
    repository.signers["timestamp"] = genuine
    try repository.publishMetadata()
    try device.refresh()
  }

  @Test func `refuses a lower version than it knows`() throws {
    try repository.publishNext()
    try device.refresh()
    repository.versions["timestamp"] = 1
    try repository.publishMetadata()
    #expect(try device.refusal() == .versionRollback)
    #expect(try device.keptVersion(of: "timestamp") == 2)
  }

  @Test func `keeps its own when the version is the same, whatever the other says`() throws {
    try device.refresh()
    let kept = try device.folder.read("timestamp.json")
    try repository.publishTimestamp(stating: MetaFile(version: 100))
    let trusted = try device.refresh()
    #expect(trusted.timestamp?.snapshot.version == 1)
    #expect(try device.folder.read("timestamp.json") == kept)
  }

  @Test func `refuses a newer one in which the snapshot falls`() throws {
    try repository.publishNext()
    try device.refresh()
    repository.versions["timestamp"] = 3
    try repository.publishTimestamp(stating: MetaFile(version: 1))
    #expect(try device.refusal() == .versionRollback)
    #expect(try device.keptVersion(of: "timestamp") == 2)
  }

  @Test func `refuses one that has expired, at the very second, and does not keep it`() throws {
    repository.expiries["timestamp"] = Moment.now
    try repository.publishMetadata()
    #expect(try device.refusal() == .expiredTimestamp)
    #expect(try device.keptVersion(of: "timestamp") == nil)
  }

  @Test func `refuses to be frozen: the same timestamp again after its time`() throws {
    try device.refresh()
    device.now = Moment.nextYear
    repository.expiries["root"] = Moment.afterNextYear
    try repository.publishNextRoot()
    #expect(try device.refusal() == .expiredTimestamp)
  }

  @Test func `still measures by a kept one that has expired`() throws {
    repository.versions["timestamp"] = 5
    try repository.publishMetadata()
    try device.refresh()
    device.now = Moment.nextYear
    for role in ["root", "timestamp", "snapshot", "targets"] as [ExactText] {
      repository.expiries[role] = Moment.afterNextYear
    }
    try repository.publishNextRoot()
    repository.versions["timestamp"] = 4
    try repository.publishMetadata()
    #expect(try device.refusal() == .versionRollback)
    try repository.publishNext()
    repository.versions["timestamp"] = 6
    try repository.publishMetadata()
    #expect(try device.refresh().timestamp?.version == 6)
  }

  @Test func `refuses one that is too long`() throws {
    device.limits.timestampBytes = try #require(repository.files["timestamp.json"]).count - 1
    #expect(try device.refusal() == .metadataTooLong)
  }

  @Test func `says so when there is none`() throws {
    repository.files["timestamp.json"] = nil
    #expect(try device.refusal() == .metadataNotFound)
  }

  @Test func `refuses every file that was cut short, and keeps none`() throws {
    let whole = try #require(repository.files["timestamp.json"])
    for count in stride(from: 0, to: whole.count, by: 37) {
      repository.files["timestamp.json"] = Array(whole.prefix(count))
      #expect(try device.refusal() == .jsonSyntax)
    }
    #expect(try device.keptVersion(of: "timestamp") == nil)
  }

  @Test func `refuses duplicate keys even when the signature would be right`() throws {
    let text = String(decoding: try #require(repository.files["timestamp.json"]), as: UTF8.self)
    repository.files["timestamp.json"] = Array(
      text.replacing(#""version":1"#, with: #""version":1,"version":1"#).utf8)
    #expect(try device.refusal() == .jsonDuplicateKey)
  }
}
