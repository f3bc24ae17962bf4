import ReleaseTesting
import ReleaseTrust
import Testing

/// The order of the workflow, held by the rules themselves.
@Suite struct TrustedMetadataTests {
  private let repository: RepositorySimulator
  private var trusted: TrustedMetadata

  init() throws {
    repository = try RepositorySimulator()
    trusted = try TrustedMetadata(root: repository.publishRoot(), referenceTime: Moment.now)
  }

  private func bytes(_ name: String) throws -> [UInt8] { try #require(repository.files[name]) }

  @Test mutating func `judges no timestamp by a root that has expired`() throws {
    repository.expiries["root"] = Moment.now
    var trusted = try TrustedMetadata(root: repository.publishRoot(), referenceTime: Moment.now)
    let timestamp = try bytes("timestamp.json")
    let error = #expect(throws: TrustError.self) { try trusted.update(timestamp: timestamp) }
    #expect(error?.code == .expiredRoot)
  }

  @Test mutating func `judges no snapshot before a timestamp was confirmed`() throws {
    let snapshot = try bytes("1.snapshot.json")
    try trusted.recall(timestamp: try bytes("timestamp.json"))
    let error = #expect(throws: TrustError.self) { try trusted.update(snapshot: snapshot) }
    #expect(error?.code == .metadataNotFound)
    try trusted.recall(snapshot: snapshot)
    #expect(trusted.currentSnapshot == nil)
  }

  @Test mutating func `judges no targets before the snapshot is current`() throws {
    let targets = try bytes("1.targets.json")
    let authority = trusted.root.authority(for: .targets)
    _ = try trusted.update(timestamp: try bytes("timestamp.json"))
    let error = #expect(throws: TrustError.self) { try trusted.update(targets: targets, by: authority) }
    #expect(error?.code == .metadataNotFound)
    try trusted.update(snapshot: try bytes("1.snapshot.json"))
    #expect(try trusted.update(targets: targets, by: authority).version == 1)
  }

  @Test mutating func `judges snapshot and targets anew after a newer timestamp`() throws {
    _ = try trusted.update(timestamp: try bytes("timestamp.json"))
    try trusted.update(snapshot: try bytes("1.snapshot.json"))
    _ = try trusted.update(
      targets: try bytes("1.targets.json"), by: trusted.root.authority(for: .targets))
    try repository.publishNext()
    _ = try trusted.update(timestamp: try bytes("timestamp.json"))
    #expect(trusted.currentSnapshot == nil)
    #expect(trusted.targets(of: "targets") == nil)
    #expect(trusted.snapshot?.version == 1)
  }

  @Test mutating func `changes nothing when it refuses`() throws {
    _ = try trusted.update(timestamp: try bytes("timestamp.json"))
    try repository.publishNext()
    repository.signers["snapshot"] = []
    try repository.publishNext()
    _ = try trusted.update(timestamp: try bytes("timestamp.json"))
    let unsigned = try bytes("3.snapshot.json")
    #expect(throws: TrustError.self) { try trusted.update(snapshot: unsigned) }
    #expect(trusted.snapshot == nil)
    #expect(trusted.timestamp?.version == 3)
  }
}
