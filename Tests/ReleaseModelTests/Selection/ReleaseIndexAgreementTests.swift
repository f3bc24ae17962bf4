import ReleaseModel
import Testing

/// The index against a plain reading of the rules, over thousands of random channels and wrappers.
@Suite struct ReleaseIndexAgreementTests {
  @Test(arguments: 0..<40)
  func `decides as a walk over all candidates does`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<10 {
      let candidates = try Self.channel(&generator, count: Int.random(in: 0...60, using: &generator))
      let index = ReleaseIndex(
        candidates.shuffled(using: &generator), apiContractVersion: APIContract.version)
      try Self.check(index, candidates, &generator, requests: 40)
    }
  }

  @Test(arguments: [1, 2, 8, 512])
  func `decides alike after any number of changes, however large the blocks`(blockSize: Int) throws {
    var generator = SeededGenerator(seed: UInt64(1_000 + blockSize))
    var candidates: [ReleaseCandidate] = []
    var index = ReleaseIndex([], apiContractVersion: APIContract.version, blockSize: blockSize)
    for number in 0..<400 {
      let added = try Self.randomCandidate(number, &generator)
      candidates.append(added)
      index.replace(added.version, with: added)
      guard number.isMultiple(of: 3) else { continue }
      let place = Int.random(in: candidates.indices, using: &generator)
      let version = candidates[place].version
      if number.isMultiple(of: 2) {
        candidates[place] = try Self.randomCandidate(number, version: version, &generator)
        index.replace(version, with: candidates[place])
      } else {
        candidates.remove(at: place)
        index.replace(version, with: nil)
      }
    }
    let fresh = ReleaseIndex(candidates, apiContractVersion: APIContract.version)
    #expect(index.candidates == fresh.candidates)
    #expect(index.hasPartialRollouts == fresh.hasPartialRollouts)
    try Self.check(index, candidates, &generator, requests: 200)
  }

  @Test func `an index that lost all of its candidates is like an empty one`() throws {
    var index = index(try candidate("1.0.0", sequence: 1), try candidate("2.0.0", sequence: 2))
    for version in ["2.0.0", "1.0.0", "1.0.0"] {
      index.replace(try SemanticVersion(parsing: version), with: nil)
    }
    #expect(index.candidates.isEmpty)
    #expect(index.select(try request("1.0.0")).outcome == "no_published_release")
  }

  private static func check(
    _ index: ReleaseIndex, _ candidates: [ReleaseCandidate], _ generator: inout SeededGenerator, requests: Int
  ) throws {
    for _ in 0..<requests {
      let cohort = Bool.random(using: &generator) ? Int.random(in: 0...9_999, using: &generator) : nil
      let request = try request(generator.version(), cohort: cohort)
      let selected = index.select(request)
      #expect(selected.outcome == expected(candidates, request), "wrapper \(request.wrapperVersion)")
      let (selection, trace) = index.explain(request)
      #expect(selection == selected)
      for limit in [1, 7, candidates.count] {
        let part = index.explain(request, limit: limit)
        #expect(part.selection == selected)
        #expect(part.trace == Array(trace.prefix(limit)))
      }
    }
  }

  /// The rules of selection, as they are written down.
  private static func expected(_ candidates: [ReleaseCandidate], _ request: SelectionRequest) -> String {
    let newestFirst = candidates.filter { $0.state == .published }.sorted {
      ($0.publishedAt.secondsSinceEpoch, $0.sequence) > ($1.publishedAt.secondsSinceEpoch, $1.sequence)
    }
    func objection(_ candidate: ReleaseCandidate) -> String? {
      switch candidate.gates.wrapperRange.verdict(for: request.wrapperVersion) {
      case .outside: return "wrapper_out_of_range"
      case .prereleaseExcluded: return "wrapper_prerelease_excluded"
      case .inside: break
      }
      guard candidate.gates.apiContractRange.contains(APIContract.version) else {
        return "api_contract_mismatch"
      }
      let reached = candidate.rollout.includes(request.cohort, salt: candidate.rolloutSalt)
      return reached ? nil : "outside_rollout"
    }
    guard let newest = newestFirst.first else { return "no_published_release" }
    if let match = newestFirst.first(where: { objection($0) == nil }) { return match.version.description }
    return objection(newest) ?? ""
  }

  private static func channel(_ generator: inout SeededGenerator, count: Int) throws -> [ReleaseCandidate] {
    try (0..<count).map { try randomCandidate($0, &generator) }
  }

  private static func randomCandidate(
    _ number: Int, version: SemanticVersion? = nil, _ generator: inout SeededGenerator
  ) throws -> ReleaseCandidate {
    let state = generator.pick(["published", "published", "published", "paused", "retired", "draft"])
    let isDraft = state == "draft"
    return try candidate(
      version?.description ?? "1.\(number).0", wrapper: generator.range(),
      contract: generator.pick(["*", "^3.1.0", "^3.0.0", "^2.0.0", ">=3.1.0-rc.1"]),
      state: ReleaseState(rawValue: state) ?? .draft, sequence: isDraft ? 0 : Int64(number + 1),
      // Several releases of the same second.
      publishedAt: isDraft ? 0 : Int64(number / 3),
      rollout: Int(generator.pick(["10000", "10000", "10000", "5000", "100", "0"])) ?? 0,
      salt: generator.next())
  }
}
