import ReleaseBundle
import ReleaseModel

@testable import WrapperInstaller

/// A record of a release that exists only in the test's mind.
func record(
  _ version: String, sequence: Int64 = 1, wrapperRange: String = "*", content: String? = nil,
  state: ReleaseRecord.State = .pending, attempts: Int = 0, installedAt: Int64 = 0
) throws -> ReleaseRecord {
  var record = ReleaseRecord(
    installing: try offer(version, sequence: sequence, wrapperRange: wrapperRange, content: content),
    at: Timestamp(secondsSinceEpoch: installedAt))
  record.state = state
  record.attempts = attempts
  return record
}

/// An offer of such a release; `content` stands for its bytes.
func offer(
  _ version: String, sequence: Int64 = 1, wrapperRange: String = "*", content: String? = nil,
  channel: String = "production", sizeBytes: UInt64 = 1_000
) throws -> LatestRelease {
  let digest = Digest.sha256(of: Array((content ?? version).utf8))
  let candidate = ReleaseCandidate(
    version: try SemanticVersion(parsing: version), state: .published, sequence: sequence,
    publishedAt: Timestamp(secondsSinceEpoch: 0),
    gates: ReleaseGates(
      wrapperRange: try VersionRange(parsing: wrapperRange), apiContractRange: try VersionRange(parsing: "*")),
    artifact: digest, sizeBytes: sizeBytes,
    tree: TreeSummary(sha256: digest, fileCount: 3, unpackedBytes: 5_000), entryFile: "index.html")
  return LatestRelease(
    candidate, channel: try Channel(parsing: channel), zipUrl: "/mobile-web/artifacts/a.zip")
}

/// A pointer at releases.
func pointer(
  current: ReleaseRecord?, previous: ReleaseRecord? = nil, lastGood: ReleaseRecord? = nil
) -> CurrentPointer {
  var pointer = CurrentPointer()
  pointer.current = current
  pointer.previous = previous
  pointer.lastGood = lastGood
  return pointer
}

/// A list that blocks the content of records.
func blocking(_ records: ReleaseRecord...) -> BlockedList {
  var list = BlockedList()
  for record in records {
    list.block(
      record.artifactSha256, version: record.version, stage: .rollback, code: "test",
      at: Timestamp(secondsSinceEpoch: 0))
  }
  return list
}
