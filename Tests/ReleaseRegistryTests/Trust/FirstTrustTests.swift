import Cryptography
import HTTPClient
import ReleaseModel
import ReleaseRegistry
import ReleaseTrust
import Testing

/// What a registry refuses as its first root, and what belongs to it.
@Suite struct `The first metadata` {
  private let registry: TestRegistry
  private var ceremony: Ceremony

  init() throws {
    registry = try TestRegistry()
    ceremony = try Ceremony(registry, channels: "production", "beta")
  }

  @Test func `is root, targets and every channel`() throws {
    for leaveOut in 0..<3 {
      var upload = try ceremony.first()
      switch leaveOut {
      case 0: upload.root = nil
      case 1: upload.targets = nil
      default: upload.channels["beta"] = nil
      }
      #expect(try refusal(upload) == "422 missing_metadata")
    }
  }

  @Test func `is signed by who has to sign it`() throws {
    let stranger = [try SigningKey.generate(.ed25519)]
    var upload = try ceremony.first()
    upload.root = try ceremony.signed(ceremony.rootMetadata(), by: stranger)
    #expect(try refusal(upload) == "422 threshold_not_met")
    upload = try ceremony.first()
    upload.targets = try ceremony.signed(ceremony.targetsMetadata(), by: stranger)
    #expect(try refusal(upload) == "422 threshold_not_met")
    upload = try ceremony.first()
    upload.channels["beta"] = try ceremony.signed(ceremony.channelMetadata(), by: [])
    #expect(try refusal(upload) == "422 unsigned_metadata")
  }

  @Test func `begins at version 1, and is good for some time`() throws {
    var upload = try ceremony.first()
    upload.root = try ceremony.signed(ceremony.rootMetadata(version: 2), by: ceremony.rootKeys)
    #expect(try refusal(upload) == "409 stale_metadata")
    upload = try ceremony.first()
    registry.clock.advance(bySeconds: 90 * 86_400)
    #expect(try refusal(upload) == "422 expired_targets")
    registry.clock.advance(bySeconds: 300 * 86_400)
    #expect(try refusal(upload) == "422 expired_root")
  }

  @Test mutating func `names the registry's own key`() throws {
    let own = ceremony.onlineKey
    ceremony.onlineKey = try SigningKey.generate(.ed25519).publicKey
    #expect(try refusal(ceremony.first()) == "422 foreign_online_key")
    let root = try ceremony.first().root
    ceremony.onlineKey = own
    var upload = try ceremony.first()
    upload.root = root
    #expect(try refusal(upload) == "422 foreign_online_key")
  }

  @Test(arguments: [
    "no status", "wide pattern", "not terminating", "unsignable", "files of its own", "bad channel",
  ])
  func `has the form that the registry can serve`(fault: String) throws {
    var targets = ceremony.targetsMetadata()
    var delegations = try #require(targets.delegations)
    let beta = delegations.roles[0]
    func replace(_ scope: DelegatedRole.Scope, isTerminating: Bool = true, named name: ExactText? = nil) {
      delegations.roles[0] = DelegatedRole(
        name: name ?? beta.name, rule: beta.rule, scope: scope, isTerminating: isTerminating)
    }
    switch fault {
    case "no status": delegations.roles.removeLast()
    case "wide pattern": replace(.paths(["*"]))
    case "not terminating": replace(beta.scope, isTerminating: false)
    case "unsignable": delegations.roles[0].rule.threshold = 2
    case "bad channel": replace(.paths(["1.0/*"]), named: "1.0")
    default: targets.targets["beta/1.0.0.zip"] = TargetFile(length: 1, hashes: FileHashes(of: [1]))
    }
    targets.delegations = delegations
    var upload = try ceremony.first()
    upload.targets = try ceremony.signed(targets, by: ceremony.targetsKeys)
    if fault == "unsignable" {
      upload.channels["beta"] = try ceremony.signed(ceremony.channelMetadata(), by: [])
    }
    if fault == "bad channel" { upload.channels["1.0"] = upload.channels.removeValue(forKey: "beta") }
    let expected = fault == "unsignable" ? "422 unsigned_metadata" : "422 unsuitable_metadata"
    #expect(try refusal(upload) == expected)
  }

  @Test func `lists what was published in development mode, and may list what is retired`() throws {
    for version in ["2.13.0", "2.14.0"] { try registry.publish(version) }
    try registry.transition("retire", "2.13.0")
    try registry.transition("pause", "2.14.0")
    #expect(try refusal(ceremony.first()) == "422 releases_not_as_published")
    var releases: [SignedRelease] = []
    for version in ["2.14.0", "2.13.0"] {
      let release = try registry.webRelease(version)
      releases.append(SignedRelease(release, sequence: try #require(release.sequence)))
      var upload = try ceremony.first()
      let keys = ceremony.channelKeys[release.channel] ?? []
      upload.channels["production"] = try ceremony.signed(
        ceremony.channelMetadata(releases: releases), by: keys)
      if version == "2.13.0" {
        try registry.trust(upload)
      } else {
        upload.channels["production"] = try ceremony.signed(
          ceremony.channelMetadata(releases: releases + [Self.neverPublished(release)]), by: keys)
        #expect(try refusal(upload) == "422 releases_not_as_published")
      }
    }
    let device = try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
    let states = try device.states()
    #expect(states.channels.values.first?.paused == [try SemanticVersion(parsing: "2.14.0")])
    #expect(states.channels.values.first?.retired == [try SemanticVersion(parsing: "2.13.0")])
    #expect(try registry.findings() == [])
  }

  @Test(arguments: [
    (#"{"files": []}"#, "missing_metadata"), (#"{"files": [], "more": 1}"#, "invalid_metadata"),
    (#"{"files": [1]}"#, "invalid_metadata"), (#"{"files": [], "files": []}"#, "json_duplicate_key"),
    (#"{"files": [{"signed": {"_type": "snapshot"}, "signatures": []}]}"#, "unsuitable_metadata"),
    (#"{"files": [{"signed": {}, "signatures": []}]}"#, "unsuitable_metadata"),
    (#"{"files": 1.0}"#, "json_not_an_integer"), ("", "json_syntax"),
  ])
  func `is read strictly`(body: String, code: String) throws {
    let answer = try registry.call(
      .post, "/admin/v1/trust", token: registry.superAdmin, body: Array(body.utf8))
    #expect(answer.status == 422)
    #expect(answer.code == code, "\(answer.text)")
  }

  @Test func `is refused with two files of one role`() throws {
    let file = String(decoding: try ceremony.first().document, as: UTF8.self)
    let body = file.replacing(#""role":"beta","#, with: "")
    let answer = try registry.call(
      .post, "/admin/v1/trust", token: registry.superAdmin, body: Array(body.utf8))
    #expect(answer.code == "duplicate_role")
    #expect(answer.detail.contains("'role'"))
  }

  private static func neverPublished(_ release: WebRelease) throws -> SignedRelease {
    SignedRelease(
      channel: release.channel, version: try SemanticVersion(parsing: "9.9.9"), sequence: 99,
      artifact: release.artifactSha256, sizeBytes: release.sizeBytes, tree: release.tree,
      entryFile: release.entryFile, gates: release.gates)
  }

  /// What a refused upload is answered with; nothing is stored of it.
  private func refusal(_ upload: MetadataUpload) throws -> String {
    let answer = try registry.upload(upload)
    #expect(registry.registry.isInDevelopmentMode)
    #expect(try registry.get("/tuf/1.root.json").status == 404)
    return "\(answer.status) \(answer.code ?? answer.text)"
  }
}
