import ReleaseModel

/// A candidate, with what the test at hand does not care about filled in.
func candidate(
  _ version: String, wrapper: String = "*", contract: String = "*", state: ReleaseState = .published,
  sequence: Int64, publishedAt: Int64? = nil, rollout: Int = 10_000, salt: UInt64 = 0
) throws -> ReleaseCandidate {
  let digest = try Digest(parsing: String(repeating: "ab", count: 32))
  return ReleaseCandidate(
    version: try SemanticVersion(parsing: version), state: state, sequence: sequence,
    publishedAt: Timestamp(secondsSinceEpoch: publishedAt ?? sequence),
    gates: ReleaseGates(
      wrapperRange: try VersionRange(parsing: wrapper), apiContractRange: try VersionRange(parsing: contract)),
    rollout: try RolloutBasisPoints(rollout), rolloutSalt: salt, artifact: digest, sizeBytes: 9_039_115,
    tree: TreeSummary(sha256: digest, fileCount: 154, unpackedBytes: 23_389_065), entryFile: "index.html")
}

/// An index of candidates for a server with API contract 3.1.0.
func index(_ candidates: ReleaseCandidate...) -> ReleaseIndex {
  ReleaseIndex(candidates, apiContractVersion: APIContract.version)
}

/// What a wrapper asks.
func request(_ wrapperVersion: String, cohort: Int? = nil) throws -> SelectionRequest {
  SelectionRequest(
    wrapperVersion: try SemanticVersion(parsing: wrapperVersion), cohort: cohort.flatMap(Cohort.init))
}

extension Selection {
  /// The version or the reason, to be compared in tables.
  var outcome: String {
    switch self {
    case .release(let candidate): candidate.version.description
    case .none(let reason): reason.rawValue
    }
  }
}

/// The codes of the errors that a check threw.
func codes(_ check: () throws -> Void) throws -> [String] {
  do {
    try check()
    return []
  } catch let refused as FieldErrors {
    return refused.errors.map(\.code.rawValue)
  } catch let refused as ModelError {
    return [refused.code.rawValue]
  }
}
