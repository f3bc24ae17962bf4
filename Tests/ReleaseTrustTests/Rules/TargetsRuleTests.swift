import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

/// 5.6 of the specification: targets and delegated roles.
@Suite struct TargetsRuleTests {
  private let repository: RepositorySimulator
  private let device: Device
  private let file = TargetFile(length: 3, hashes: FileHashes(of: Array("abc".utf8)))

  init() throws {
    repository = try RepositorySimulator()
    device = try Device(repository)
  }

  private func refusalOfFinding(_ path: ExactText) throws -> TrustErrorCode {
    try #require(throws: TrustError.self) { try device.find(path) }.code
  }

  @Test func `refuses targets that their key did not sign`() throws {
    repository.signers["targets"] = [try SigningKey.generate(.ed25519)]
    try repository.publishMetadata()
    #expect(try device.refusal() == .thresholdNotMet)
    #expect(try device.keptVersion(of: "targets") == nil)
  }

  @Test func `refuses another version than the snapshot states`() throws {
    repository.versions["targets"] = 2
    try repository.publishMetadata()
    repository.files["1.targets.json"] = repository.files["2.targets.json"]
    try repository.publishSnapshot(stating: ["targets": MetaFile(version: 1)])
    #expect(try device.refusal() == .versionMismatch)
  }

  @Test func `refuses other bytes than the snapshot states`() throws {
    repository.statesHashes = true
    try repository.publishMetadata()
    let text = String(decoding: try #require(repository.files["1.targets.json"]), as: UTF8.self)
    repository.files["1.targets.json"] = Array(
      text.replacing(
        #""spec_version":"1.0.34","targets":{}"#, with: #""targets":{},"spec_version":"1.0.34""#
      ).utf8)
    #expect(try device.refusal() == .metadataHashMismatch)
  }

  @Test func `refuses targets that have expired, and does not keep them`() throws {
    repository.expiries["targets"] = Moment.now
    try repository.publishMetadata()
    #expect(try device.refusal() == .expiredTargets)
    #expect(try device.keptVersion(of: "targets") == nil)
  }

  @Test func `refuses a snapshot that does not name targets`() throws {
    try repository.publishSnapshot(stating: [:])
    #expect(try device.refusal() == .roleNotInSnapshot)
  }

  @Test(arguments: [false, true])
  func `refuses that targets fall when the snapshot that said so is lost`(statesHashes: Bool) throws {
    repository.statesHashes = statesHashes
    repository.versions["targets"] = 7
    try repository.publishMetadata()
    try device.refresh()
    for name in ["timestamp.json", "snapshot.json"] { try device.folder.write([0x7B], to: name) }
    repository.versions["targets"] = 6
    try repository.publishMetadata()
    #expect(try device.refusal() == .versionRollback)
  }

  @Test(arguments: [
    #"{"signed":{"version":7},"signatures":[]}"#, #"{"signed":{"version":1}}"#, "{}", "[", "",
  ])
  func `fetches targets in place of a kept file that proves nothing`(kept: String) throws {
    repository.statesHashes = true
    try repository.publishMetadata()
    try device.refresh()
    try device.folder.write(kept.utf8, to: "targets.json")
    try device.refresh()
    #expect(try device.folder.read("targets.json") == repository.files["1.targets.json"])
  }

  @Test func `does not take kept targets that have expired since for the stated ones`() throws {
    repository.expiries["targets"] = Moment.inAMinute
    try repository.publishMetadata()
    try device.refresh()
    device.now = Moment.inAMinute
    #expect(try device.refusal() == .expiredTargets)
  }

  @Test func `does not take kept targets of the stated version but other bytes for the stated ones`() throws {
    try device.refresh()
    repository.statesHashes = true
    repository.expiries["targets"] = Moment.afterNextYear
    try repository.publishNextSnapshot()
    try device.refresh()
    #expect(try device.folder.read("targets.json") == repository.files["1.targets.json"])
  }

  @Test func `refuses a mixture of two states of the repository`() throws {
    let older = try #require(repository.files["1.targets.json"])
    try repository.publishNext()
    repository.files["2.targets.json"] = older
    #expect(try device.refusal() == .versionMismatch)
  }

  @Test func `finds a target in the role that may speak of it`() throws {
    try repository.delegate(to: "stable", .paths(["stable/*"]), files: ["stable/a": file])
    try repository.publishMetadata()
    let found = try #require(try device.find("stable/a"))
    #expect(found.role == "stable")
    #expect(found.file == file)
    #expect(try device.find("stable/b") == nil)
  }

  @Test func `does not believe a role about paths outside its scope`() throws {
    try repository.delegate(
      to: "stable", .paths(["stable/*"]), files: ["beta/a": file, "stable/x/y": file])
    try repository.publishMetadata()
    #expect(try device.find("beta/a") == nil)
    #expect(try device.find("stable/x/y") == nil)
  }

  @Test func `does not believe a role beyond the scope of the one that delegates to it`() throws {
    try repository.delegate(to: "stable", .paths(["stable/*"]))
    try repository.delegate(
      from: "stable", to: "inner", .paths(["*/*"]), files: ["beta/a": file, "stable/a": file])
    try repository.publishMetadata()
    #expect(try device.find("beta/a") == nil)
    #expect(try device.find("stable/a")?.role == "inner")
  }

  @Test func `verifies a delegated role by the keys of its delegator`() throws {
    try repository.delegate(to: "stable", files: ["a": file])
    repository.signers["stable"] = repository.signers["targets"]
    try repository.publishMetadata()
    #expect(try refusalOfFinding("a") == .thresholdNotMet)
  }

  @Test func `verifies a kept role anew by the keys of its delegator today`() throws {
    try repository.delegate(to: "stable", files: ["a": file])
    try repository.publishMetadata()
    #expect(try device.find("a") != nil)
    // The key of the role is replaced; the file of the role, with its version, stays as it was.
    let stale = try #require(repository.files["1.stable.json"])
    repository.signers["stable"] = nil
    repository.contents["targets"] = .init()
    try repository.delegate(to: "stable")
    try repository.publishNext()
    repository.files["1.stable.json"] = stale
    #expect(try refusalOfFinding("a") == .thresholdNotMet)
  }

  @Test func `refuses a delegated role that the snapshot does not name`() throws {
    try repository.delegate(to: "stable", files: ["a": file])
    repository.contents["stable"] = nil
    try repository.publishMetadata()
    #expect(try refusalOfFinding("a") == .roleNotInSnapshot)
  }

  @Test func `refuses a delegated role that has expired`() throws {
    try repository.delegate(to: "stable", files: ["a": file])
    repository.expiries["stable"] = Moment.lastYear
    try repository.publishMetadata()
    #expect(try refusalOfFinding("a") == .expiredTargets)
  }

  @Test func `compares target paths byte for byte`() throws {
    repository.contents["targets"]?.files = ["caf\u{e9}": file]
    try repository.publishMetadata()
    #expect(try device.find("caf\u{e9}") != nil)
    #expect(try device.find("cafe\u{301}") == nil)
  }

  @Test(
    arguments: ["?", "#", "/delegated", "../delegated", "a b", "%2F", "..", "é", "a.json"]
      as [ExactText])
  func `asks and keeps by the encoded name of an unusual role`(role: ExactText) throws {
    try repository.delegate(to: role, files: ["a": file])
    try repository.publishMetadata()
    #expect(try device.find("a")?.role == role)
    #expect(repository.requests.last == "1.\(role.percentEncoded).json")
    #expect(try device.folder.names().contains("\(role.percentEncoded).json"))
    #expect(try device.folder.names().filter { $0.hasSuffix(".json") }.count == 5)
    repository.forgetRequests()
    #expect(try device.find("a")?.role == role)
    #expect(repository.requests == ["2.root.json", "timestamp.json"])
  }

  @Test func `works without consistent snapshots`() throws {
    repository.hasConsistentSnapshots = false
    device.pinnedRoot = try repository.publishRoot()
    try repository.delegate(to: "stable", files: ["dir/a": file])
    repository.contents["stable"]?.files = ["a": file]
    try repository.publishMetadata()
    #expect(try device.find("a")?.downloadPath == "a")
    #expect(
      repository.requests == [
        "2.root.json", "timestamp.json", "snapshot.json", "targets.json", "stable.json",
      ])
  }
}
