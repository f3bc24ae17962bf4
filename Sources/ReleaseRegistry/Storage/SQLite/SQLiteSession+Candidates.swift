import ReleaseModel

/// What selection needs of releases.
extension SQLiteSession {
  private static let columns = """
    version, state, sequence, published_at, wrapper_range, api_contract_range, rollout, rollout_salt, artifact_sha256,
    size_bytes, tree_sha256, file_count, unpacked_bytes, entry_file, signatures
    FROM release JOIN artifact ON artifact.sha256 = release.artifact_sha256
    """

  func candidates(of channel: Channel) throws -> [ReleaseCandidate] {
    var texts = SharedTexts()
    return try all("SELECT \(Self.columns) WHERE channel = ?", [.text(channel.name)]) { row in
      try Self.candidate(row, &texts)
    }
  }

  func candidate(_ channel: Channel, _ version: SemanticVersion) throws -> ReleaseCandidate? {
    var texts = SharedTexts()
    return try first(
      "SELECT \(Self.columns) WHERE channel = ? AND version = ?",
      [.text(channel.name), .text(version.description)]
    ) { row in try Self.candidate(row, &texts) }
  }

  private static func candidate(_ row: borrowing SQLiteRow, _ texts: inout SharedTexts) throws
    -> ReleaseCandidate
  {
    ReleaseCandidate(
      version: try row.parsed(0) { try SemanticVersion(parsing: $0) }, state: try state(row, 1),
      sequence: try row.optionalNumber(2, from: 1) ?? 0,
      publishedAt: try row.optionalTime(3) ?? Timestamp(secondsSinceEpoch: 0),
      gates: ReleaseGates(
        wrapperRange: try row.parsed(4) { try texts.range($0) },
        apiContractRange: try row.parsed(5) { try texts.range($0) }),
      rollout: try row.rollout(6), rolloutSalt: UInt64(bitPattern: row.integer(7)),
      artifact: try row.digest(8), sizeBytes: try row.size(9), tree: try tree(row, 10),
      entryFile: texts.name(try row.text(13)),
      signatures: try row.signatures(14) ?? [])
  }
}

/// What many releases have in common: each distinct range is parsed once, and equal texts share their memory.
private struct SharedTexts {
  private var ranges: [String: VersionRange] = [:]
  private var names: [String: String] = [:]

  mutating func range(_ text: String) throws -> VersionRange {
    if let range = ranges[text] { return range }
    let range = try VersionRange(parsing: text)
    ranges[text] = range
    return range
  }

  mutating func name(_ text: String) -> String {
    if let name = names[text] { return name }
    names[text] = text
    return text
  }
}
