import Cryptography
import ReleaseModel
import Testing

@testable import ReleaseTrust

/// A release that is signed in turns.
@Suite struct CeremonyReleaseTests {
  private let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
  private let root: SigningKey
  private let keyA: SigningKey
  private let keyB: SigningKey
  private let keyC: SigningKey
  private let online: SigningKey
  private let offline: OfflineMetadata
  private let release: SignedRelease

  init() throws {
    root = try .generate(.ed25519)
    keyA = try .generate(.ecdsaP256SHA256)
    keyB = try .generate(.ed25519)
    keyC = try .generate(.ed25519)
    online = try .generate(.ed25519)
    let production = try Channel(parsing: "production")
    var first = try Ceremony(
      first: KeyAssignment(
        root: RoleKeys([root.publicKey]), targets: RoleKeys([root.publicKey]),
        channels: [production: RoleKeys([keyA, keyB, keyC].map(\.publicKey), threshold: 2)],
        online: online.publicKey), lifetimes: MetadataLifetimes(), now: now)
    for key in [root, keyA, keyB] { _ = try first.sign(with: key) }
    offline = try UploadRules(over: nil, onlineKey: online.publicKey, now: now).take(first.proposal) { _ in
      ChannelReleases()
    }
    release = SignedRelease(
      channel: production, version: try SemanticVersion(parsing: "2.14.0"), sequence: 42,
      artifact: try Digest(parsing: String(repeating: "ab", count: 32)), sizeBytes: 1_234,
      tree: TreeSummary(
        sha256: try Digest(parsing: String(repeating: "cd", count: 32)), fileCount: 3, unpackedBytes: 4_096),
      entryFile: "index.html",
      gates: ReleaseGates(
        wrapperRange: try VersionRange(parsing: ">=4.0.0 <6.0.0"),
        apiContractRange: try VersionRange(parsing: "^3.0.0")))
  }

  private func ceremony(signedBy signers: [SigningKey] = []) throws -> Ceremony {
    var ceremony = try Ceremony(publishing: release, after: offline, expires: now.advanced(bySeconds: 86_400))
    for signer in signers { #expect(try ceremony.sign(with: signer) == ["production"]) }
    return ceremony
  }

  /// The file with another text in it.
  private func file(_ old: String, _ new: String) throws -> [UInt8] {
    let text = String(decoding: try ceremony(signedBy: [keyA, keyB]).fileBytes, as: UTF8.self)
    #expect(text.contains(old))
    return Array(text.replacing(old, with: new).utf8)
  }

  private func code(_ body: () throws -> Void) -> TrustErrorCode? {
    do {
      try body()
      return nil
    } catch {
      return (error as? TrustError)?.code
    }
  }

  @Test func `is what the registry publishes once two of three signed, passed on as a file each time`() throws
  {
    var ceremony = try ceremony(signedBy: [keyA])
    ceremony = try Ceremony(parsing: ceremony.fileBytes)
    let early = try #require(ceremony.signing)
    #expect(code { _ = try offline.publishing(release, early, at: now) } == .signatureInvalid)
    #expect(try ceremony.sign(with: keyC) == ["production"])
    let parsed = try Ceremony(parsing: ceremony.fileBytes)
    #expect(parsed == ceremony)
    let signing = try #require(parsed.signing)
    let published = try offline.publishing(release, signing, at: now)
    #expect(published.channels["production"]?.content.targets[release.path] == release.targetFile)
    #expect(signing.statement.count == 2)
    #expect(signing.sequence == 42)
  }

  @Test func `a key that signs again replaces its signatures`() throws {
    let signing = try #require(try ceremony(signedBy: [keyA, keyA, keyB]).signing)
    #expect(signing.signatures.count == 2)
    #expect(signing.statement.count == 2)
  }

  @Test func `a key of nobody on the channel signs nothing`() throws {
    var ceremony = try ceremony()
    #expect(try ceremony.sign(with: root) == [])
    #expect(ceremony.signing?.statement == [])
  }

  @Test func `is refused when it changes more than to add the release`() throws {
    // A second release beside it, and a version that skips one.
    let entry = #""production/2.14.0.zip": {"#
    #expect(
      code { _ = try Ceremony(parsing: try file(entry, #""production/2.13.0.zip": {}, \#(entry)"#)) }
        == .invalidMetadata)
    #expect(
      code { _ = try Ceremony(parsing: try file(#""version": 2"#, #""version": 3"#)) } == .unsuitableMetadata)
    var more = try ceremony()
    let other = try Ceremony(
      after: offline, assignment: try KeyAssignment(offline), renewing: ["targets"],
      lifetimes: MetadataLifetimes(), now: now)
    more = Ceremony(
      proposal: MetadataUpload(targets: other.proposal.targets, channels: more.proposal.channels),
      current: more.current, part: more.part)
    #expect(code { _ = try Ceremony(parsing: more.fileBytes) } == .unsuitableMetadata)
  }

  @Test func `is refused when nobody signed what it starts from`() throws {
    let forged = try offline.replacing(
      "production", with: RepositoryFile(Envelope(TargetsMetadata(version: 7, expires: now))))
    let ceremony = try Ceremony(publishing: release, after: forged, expires: now)
    #expect(code { _ = try Ceremony(parsing: ceremony.fileBytes) } == .unsignedMetadata)
  }

  @Test func `is refused when the version was published before`() throws {
    let signing = try #require(try ceremony(signedBy: [keyA, keyB]).signing)
    let published = try offline.publishing(release, signing, at: now)
    let again = try Ceremony(publishing: release, after: published, expires: now)
    #expect(code { _ = try Ceremony(parsing: again.fileBytes) } == .unsuitableMetadata)
  }

  @Test func `starts from a root that is trusted, or the next one after it`() throws {
    let pinned = offline.root.bytes
    #expect(code { try ceremony().requireStart(from: pinned) } == nil)
    let later = try KeyAssignment(offline).rootMetadata(version: 2, expires: now)
    let signed = OfflineMetadata(
      root: try RepositoryFile(later, signedBy: [root]), targets: offline.targets, channels: offline.channels)
    let next = try Ceremony(publishing: release, after: signed, expires: now)
    #expect(code { try next.requireStart(from: pinned) } == nil)
    let forged = OfflineMetadata(
      root: try RepositoryFile(later, signedBy: [keyB]), targets: offline.targets, channels: offline.channels)
    let foreign = try Ceremony(publishing: release, after: forged, expires: now)
    #expect(code { try foreign.requireStart(from: pinned) } == .thresholdNotMet)
  }
}
