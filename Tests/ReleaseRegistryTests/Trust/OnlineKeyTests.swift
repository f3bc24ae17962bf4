import Cryptography
import Foundation
import HTTPClient
import ReleaseModel
import ReleaseRegistry
import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct `The registry's own key` {
  @Test func `is made at init, encrypted, and only its owner can read it`() throws {
    let folder = try TemporaryFolder()
    _ = try Registry.initialize(at: folder.path("data"))
    let pem = String(decoding: try folder.read("data/online-key.pem"), as: UTF8.self)
    #expect(pem.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
    let passphrase = String(decoding: try folder.read("data/online-key.passphrase"), as: UTF8.self)
    #expect(passphrase.wholeMatch(of: /[0-9a-f]{64}\n/) != nil)
    for name in ["online-key.pem", "online-key.passphrase"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("data/\(name)"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    #expect(try folder.names(in: "data").filter { $0.hasSuffix(".partial") } == [])
  }

  @Test(.enabled(if: geteuid() == 0, "only root writes for others"))
  func `belongs to the owner of the data folder, also when root makes it anew`() throws {
    let folder = try TemporaryFolder()
    _ = try Registry.initialize(at: folder.path("data"))
    #expect(chown(folder.path("data"), 12_345, 12_346) == 0)
    _ = try Registry.replaceOnlineKey(at: folder.path("data"), passphrase: .inDataFolder)
    for name in ["online-key.pem", "online-key.passphrase"] {
      var status = stat()
      #expect(stat(folder.path("data/\(name)"), &status) == 0)
      #expect(status.st_uid == 12_345 && status.st_gid == 12_346)
    }
  }

  @Test func `is opened with a passphrase that is kept elsewhere`() throws {
    let folder = try TemporaryFolder()
    let passphrase = OnlineKeyPassphrase.file(try folder.write("correct horse\n".utf8, to: "passphrase"))
    let token = try Registry.initialize(at: folder.path("data"), onlineKeyPassphrase: passphrase)
    #expect(try !folder.names(in: "data").contains("online-key.passphrase"))
    #expect(try refusal(folder, .inDataFolder) == "online_key_passphrase_missing")
    let wrong = OnlineKeyPassphrase.file(try folder.write("wrong".utf8, to: "wrong"))
    #expect(try refusal(folder, wrong) == "online_key_unusable")
    let empty = OnlineKeyPassphrase.file(try folder.write("\n".utf8, to: "empty"))
    #expect(try refusal(folder, empty) == "online_key_passphrase_missing")
    let unset = OnlineKeyPassphrase.environment("RELCTL_NO_SUCH_VARIABLE")
    #expect(try refusal(folder, unset) == "online_key_passphrase_missing")
    let registry = try TestRegistry(serving: folder, superAdmin: token.text) {
      $0.onlineKeyPassphrase = passphrase
    }
    _ = try registry.onlineKey()
  }

  @Test func `is made at the start for a folder that is older, and stays the same then`() throws {
    let folder = try TemporaryFolder()
    let token = try Registry.initialize(at: folder.path("data"))
    for name in ["online-key.pem", "online-key.passphrase"] {
      try FileManager.default.removeItem(atPath: folder.path("data/\(name)"))
    }
    let first = try TestRegistry(serving: folder, superAdmin: token.text).onlineKey()
    let second = try TestRegistry(serving: folder, superAdmin: token.text).onlineKey()
    #expect(first == second)
  }

  @Test func `is not made anew once devices trust a root that names it`() throws {
    let (folder, token, ceremony) = try signed()
    try FileManager.default.removeItem(atPath: folder.path("data/online-key.pem"))
    #expect(try refusal(folder, .inDataFolder) == "online_key_missing")
    let findings = try RegistryDoctor(dataFolder: folder.path("data"), now: ceremony.now).examine()
    #expect(findings.map(\.code) == [.onlineKeyMissing])

    try Registry.replaceOnlineKey(at: folder.path("data"), passphrase: .inDataFolder)
    let registry = try TestRegistry(serving: folder, superAdmin: token)
    #expect(try registry.admin(.get, "/trust").data?["onlineKeyListed"] as? Bool == false)
    #expect(registry.registry.needsRootForOnlineKey)
    try publishIsRefusedButPauseIsNot(registry, ceremony)
    try nameNewKey(registry, ceremony)
  }

  private func publishIsRefusedButPauseIsNot(_ registry: TestRegistry, _ ceremony: Ceremony) throws {
    let before = try registry.trustVersions()
    try registry.requireDraft("2.15.0")
    let refused = try registry.publish("2.15.0", with: ReleaseSigner(ceremony, registry, "2.15.0"))
    #expect(refused.status == 409)
    #expect(refused.code == "online_key_not_in_root")
    #expect(try registry.transition("pause", "2.14.0").status == 200)
    #expect(try registry.latest("4.5.0").code == "no_compatible_release")
    registry.clock.advance(bySeconds: 80_000)
    #expect(try !registry.registry.renewOnlineMetadata())
    #expect(try registry.trustVersions() == before)
  }

  private func nameNewKey(_ registry: TestRegistry, _ old: Ceremony) throws {
    let pinned = try registry.get("/tuf/1.root.json").body
    var ceremony = old
    ceremony.onlineKey = try registry.onlineKey()
    try registry.trust(
      MetadataUpload(
        root: ceremony.signed(ceremony.rootMetadata(version: 2), by: ceremony.rootKeys),
        targets: ceremony.signed(ceremony.targetsMetadata(version: 2), by: ceremony.targetsKeys)))
    let states = try TrustingDevice(registry, pinning: pinned).states()
    #expect(states.channels.values.first?.paused.count == 1, "the pause is made up for")
    #expect(try registry.findings() == [])
  }

  /// A data folder with a root and a published release, which is not being served.
  private func signed() throws -> (TemporaryFolder, token: String, Ceremony) {
    let folder = try TemporaryFolder()
    let token = try Registry.initialize(at: folder.path("data"))
    let registry = try TestRegistry(serving: folder, superAdmin: token.text)
    let ceremony = try Ceremony(registry, channels: "production")
    try registry.trust(ceremony.first())
    try registry.publishSigned("2.14.0", by: ceremony)
    return (folder, token.text, ceremony)
  }

  /// The code that keeps a server from starting.
  private func refusal(_ folder: TemporaryFolder, _ passphrase: OnlineKeyPassphrase) throws -> String {
    let error = try #require(throws: RegistryError.self) {
      _ = try TestRegistry(serving: folder, superAdmin: "") { $0.onlineKeyPassphrase = passphrase }
    }
    return error.code.rawValue
  }
}
