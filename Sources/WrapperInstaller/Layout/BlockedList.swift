import ReleaseModel

/// What `blocked.json` says: contents that failed on this device and are not tried again. The same version with other
/// bytes, or the same fault in other bytes, gets its chance.
struct BlockedList: Hashable, Codable {
  /// One content that failed.
  struct Entry: Hashable, Codable {
    let artifactSha256: Digest
    /// The version that it came as; nil when only its mark is left.
    let version: SemanticVersion?
    /// Where it failed last.
    var stage: InstallStage
    /// Why it failed last.
    var code: String
    /// How often it failed.
    @Counted var count: Int
    var lastFailedAt: Timestamp
  }

  static let schemaVersion = 1

  private(set) var schemaVersion = BlockedList.schemaVersion
  /// Newest last.
  private(set) var entries: [Entry] = []

  /// Old entries go when there are more: their releases have long been replaced.
  private static let maximumEntries = 100
  /// The code of a content of which only the mark is left.
  static let reasonLost = "reason_lost"

  init() {}

  /// The entry of a content, if it is blocked.
  func entry(for artifact: Digest) -> Entry? { entries.first { $0.artifactSha256 == artifact } }

  /// Adds a content of which only the mark is left. It counts as older than what is known.
  mutating func restore(_ artifact: Digest) {
    guard entry(for: artifact) == nil else { return }
    let entry = Entry(
      artifactSha256: artifact, version: nil, stage: .reconciliation, code: Self.reasonLost, count: 1,
      lastFailedAt: Timestamp(secondsSinceEpoch: 0))
    entries.insert(entry, at: 0)
  }

  /// Notes a failure.
  mutating func block(
    _ artifact: Digest, version: SemanticVersion, stage: InstallStage, code: String, at time: Timestamp
  ) {
    let count = (entry(for: artifact)?.count ?? 0) + 1
    entries.removeAll { $0.artifactSha256 == artifact }
    entries.append(
      Entry(
        artifactSha256: artifact, version: version, stage: stage, code: code, count: count, lastFailedAt: time
      ))
    entries.removeFirst(max(0, entries.count - Self.maximumEntries))
  }
}
