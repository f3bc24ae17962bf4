import Cryptography
import ReleaseModel
import Testing

@testable import ReleaseTrust

@Suite struct CeremonyTests {
  private let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
  private let production: Channel
  private let beta: Channel
  private let root = [1, 2, 3].map { _ in try? SigningKey.generate(.ed25519) }.compactMap(\.self)
  private let targets: SigningKey
  private let releaseKey: SigningKey
  private let otherKey: SigningKey
  private let online: SigningKey

  init() throws {
    production = try Channel(parsing: "production")
    beta = try Channel(parsing: "beta")
    targets = try .generate(.ed25519)
    releaseKey = try .generate(.ecdsaP256SHA256)
    otherKey = try .generate(.ed25519)
    online = try .generate(.ed25519)
  }

  private var assignment: KeyAssignment {
    KeyAssignment(
      root: RoleKeys(root.map(\.publicKey), threshold: 2), targets: RoleKeys([targets.publicKey]),
      channels: [production: RoleKeys([releaseKey.publicKey])], online: online.publicKey)
  }

  private func first() throws -> Ceremony {
    try Ceremony(first: assignment, lifetimes: MetadataLifetimes(), now: now)
  }

  private func signed(_ ceremony: Ceremony, by signers: [SigningKey]) throws -> Ceremony {
    var ceremony = ceremony
    for signer in signers { _ = try ceremony.sign(with: signer) }
    return ceremony
  }

  /// What a registry has once it took a ceremony.
  private func offline(_ ceremony: Ceremony) throws -> OfflineMetadata {
    try UploadRules(over: try current(ceremony), onlineKey: online.publicKey, now: now).take(
      ceremony.proposal
    ) { _ in
      ChannelReleases()
    }
  }

  private func current(_ ceremony: Ceremony) throws -> OfflineMetadata? {
    guard let current = ceremony.current, let root = current.root, let targets = current.targets else {
      return nil
    }
    return OfflineMetadata(root: root, targets: targets, channels: current.channels)
  }

  private func published() throws -> OfflineMetadata {
    try offline(try signed(try first(), by: [root[0], root[1], targets, releaseKey]))
  }

  private func missing(_ ceremony: Ceremony) throws -> [String: Int64] {
    let steps = try ceremony.progress().map {
      (($0.isOfPreviousRoot ? "previous " : "") + $0.role.string, $0.missing)
    }
    return Dictionary(steps.filter { $0.1 > 0 }) { first, _ in first }
  }

  @Test func `the first one is complete once every threshold is met`() throws {
    var ceremony = try first()
    #expect(try missing(ceremony) == ["root": 2, "targets": 1, "production": 1])
    #expect(try ceremony.sign(with: root[0]) == ["root"])
    #expect(try ceremony.sign(with: targets) == ["targets"])
    #expect(try ceremony.sign(with: releaseKey) == ["production"])
    #expect(try missing(ceremony) == ["root": 1])
    #expect(throws: TrustError.self) { try offline(ceremony) }
    #expect(try ceremony.sign(with: root[2]) == ["root"])
    #expect(try missing(ceremony) == [:])
    #expect(try offline(ceremony).authority(for: "production")?.publicKeys == [releaseKey.publicKey])
  }

  @Test func `a key signs nothing that it is not trusted with`() throws {
    var ceremony = try first()
    #expect(try ceremony.sign(with: otherKey) == [])
    #expect(try ceremony.sign(with: online) == [])
    #expect(try ceremony == first())
  }

  @Test func `one key that signs twice counts once`() throws {
    let ceremony = try signed(try first(), by: [root[0], root[0]])
    #expect(try missing(ceremony)["root"] == 1)
  }

  @Test func `is read back from the file that is passed around`() throws {
    let ceremony = try Ceremony(
      after: try published(),
      assignment: try #require(assignment.replacing(releaseKey.publicKey, by: otherKey.publicKey)),
      lifetimes: MetadataLifetimes(), now: now)
    let signed = try signed(ceremony, by: [otherKey])
    #expect(try Ceremony(parsing: signed.fileBytes) == signed)
  }

  @Test func `a stolen release key is replaced without root: its channel is signed anew by the new one`()
    throws
  {
    let changed = try #require(assignment.replacing(releaseKey.publicKey, by: otherKey.publicKey))
    var ceremony = try Ceremony(
      after: try published(), assignment: changed, lifetimes: MetadataLifetimes(), now: now)
    #expect(ceremony.proposal.files.map(\.role) == ["targets", "production"])
    #expect(try ceremony.sign(with: releaseKey) == [])
    ceremony = try signed(ceremony, by: [targets, otherKey])
    #expect(try offline(ceremony).authority(for: "production")?.publicKeys == [otherKey.publicKey])
    #expect(try offline(ceremony).channels["production"]?.content.version == 2)
  }

  @Test func `a root key is replaced by the keys of the old root and of the new one`() throws {
    let changed = try #require(assignment.replacing(root[0].publicKey, by: otherKey.publicKey))
    var ceremony = try Ceremony(
      after: try published(), assignment: changed, lifetimes: MetadataLifetimes(), now: now)
    #expect(ceremony.proposal.files.map(\.role) == ["root"])
    ceremony = try signed(ceremony, by: [root[0], root[1]])
    #expect(try missing(ceremony) == ["root": 1])
    ceremony = try signed(ceremony, by: [otherKey])
    #expect(try missing(ceremony) == [:])
    #expect(try offline(ceremony).root.content.version == 2)
  }

  @Test func `another channel comes with its first metadata`() throws {
    var changed = assignment
    changed.channels[beta] = RoleKeys([otherKey.publicKey])
    let ceremony = try signed(
      try Ceremony(after: try published(), assignment: changed, lifetimes: MetadataLifetimes(), now: now),
      by: [targets, otherKey])
    #expect(ceremony.proposal.files.map(\.role) == ["targets", "beta"])
    #expect(try offline(ceremony).channels["beta"]?.content.version == 1)
  }

  @Test func `what expires is renewed, and nothing else`() throws {
    let later = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 300 * 86_400)
    let ceremony = try Ceremony(
      after: try published(), assignment: assignment, renewing: ["root"], lifetimes: MetadataLifetimes(),
      now: later)
    #expect(ceremony.proposal.files.map(\.role) == ["root"])
    #expect(
      ceremony.proposal.root?.content.expires.secondsSinceEpoch == later.secondsSinceEpoch + 365 * 86_400)
  }

  @Test func `is refused when it would change nothing`() throws {
    let published = try published()
    #expect {
      try Ceremony(after: published, assignment: assignment, lifetimes: MetadataLifetimes(), now: now)
    } throws: {
      ($0 as? TrustError)?.code == .nothingToSign
    }
  }
}
