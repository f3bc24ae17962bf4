import ReleaseModel

/// What `blocked.json` says: contents that failed on this device and are not tried again. The same version with other
/// bytes, or the same fault in other bytes, gets its chance.
struct BlockedList: Hashable, Codable {
  /// One content that failed.
  struct Entry: Hashable, Codable {
    let artifactSha256: Digest
    let version: SemanticVersion
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

  init() {}

  /// The entry of a content, if it is blocked.
  func entry(for artifact: Digest) -> Entry? { entries.first { $0.artifactSha256 == artifact } }

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
