import Cryptography
import ReleaseModel
import ReleaseTesting
import Testing

@testable import ReleaseTrust

@Suite struct ReleaseSigningTests {
  private let key: SigningKey
  private let offline: OfflineMetadata
  private let release: SignedRelease

  init() throws {
    let repository = try SimulatedRepository()
    key = try repository.key(of: "production")
    let files = repository.simulator.files
    func file<Content>(_ name: String) throws -> RepositoryFile<Content> {
      try RepositoryFile(parsing: try #require(files[name]), maximumBytes: 100_000)
    }
    offline = OfflineMetadata(
      root: try file("1.root.json"), targets: try file("1.targets.json"),
      channels: ["production": try file("1.production.json")])
    let digest = try Digest(parsing: String(repeating: "ab", count: 32))
    release = SignedRelease(
      channel: try Channel(parsing: "production"), version: try SemanticVersion(parsing: "2.14.0"),
      sequence: 42,
      artifact: digest, sizeBytes: 1_234,
      tree: TreeSummary(sha256: digest, fileCount: 3, unpackedBytes: 4_096),
      entryFile: "\"index\".html",
      gates: ReleaseGates(
        wrapperRange: try VersionRange(parsing: ">=4.0.0 <6.0.0"),
        apiContractRange: try VersionRange(parsing: "^3.0.0")))
  }

  @Test func `says what a ceremony with the same keys says`() throws {
    let signing = try offline.signing(release, expires: Moment.nextYear, by: [key])
    var ceremony = try Ceremony(publishing: release, after: offline, expires: Moment.nextYear)
    _ = try ceremony.sign(with: key)
    #expect(ceremony.signing == signing)
  }

  @Test func `is published as a file that reads back as it was made`() throws {
    let signing = try offline.signing(release, expires: Moment.nextYear, by: [key])
    let file = try #require(try offline.publishing(release, signing, at: Moment.now).channels["production"])
    #expect(try RepositoryFile(parsing: file.bytes, maximumBytes: 100_000) == file)
    #expect(file.content.targets[release.path] == release.targetFile)
    #expect(file.bytes == JSONWriter.bytes(of: .object(file.envelope.members), .compact))
  }

  @Test func `is for a channel that targets delegates to`() throws {
    let error = #expect(throws: TrustError.self) {
      let bare = OfflineMetadata(root: offline.root, targets: offline.targets, channels: [:])
      _ = try bare.signing(release, expires: Moment.nextYear, by: [key])
    }
    #expect(error?.code == .channelNotDelegated)
  }
}
