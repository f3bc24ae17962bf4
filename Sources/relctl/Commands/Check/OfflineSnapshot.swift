import FoundationEssentials
import ReleaseModel

/// The releases of a registry in a file, so that decisions can be replayed anywhere, by the code that serves devices.
struct OfflineSnapshot: Codable {
  static let schemaVersion = 1

  let schemaVersion: Int
  /// The contract that the exporting server was compiled for.
  let apiContractVersion: SemanticVersion
  let releases: [WebRelease]

  init(apiContractVersion: SemanticVersion, releases: [WebRelease]) {
    schemaVersion = Self.schemaVersion
    self.apiContractVersion = apiContractVersion
    self.releases = releases
  }

  init(readingFrom path: String) throws(CommandError) {
    let bytes = try FileReader.read(path).bytes
    do {
      self = try JSONDecoder().decode(OfflineSnapshot.self, from: Data(bytes))
    } catch {
      throw CommandError(
        .failed, "invalid_snapshot",
        "'\(path)' is not a snapshot of releases: \(DecodingProblem.text(error))",
        hint: "write one with 'relctl release export --out FILE'")
    }
    guard schemaVersion == Self.schemaVersion else {
      throw CommandError(
        .failed, "unknown_schema_version",
        "'\(path)' has schema version \(schemaVersion), and this relctl knows \(Self.schemaVersion)",
        hint: "use the relctl that wrote it, or export it again")
    }
  }

  /// Decides as the server would.
  func answer(to question: WebQuestion, explains: Bool) throws -> WebAnswer {
    let releases = releases.filter { $0.channel == question.channel }
    let index = ReleaseIndex(try releases.map(Self.candidate), apiContractVersion: apiContractVersion)
    let request = SelectionRequest(wrapperVersion: question.wrapperVersion, cohort: question.cohort)
    try refuseUnknownRollouts(releases, question)
    guard explains else {
      switch index.select(request) {
      case .release(let chosen):
        return WebAnswer(question, release: try json(of: chosen, releases))
      case .none(let reason):
        return WebAnswer(question, reason: reason.rawValue, detail: nil)
      }
    }
    let (selection, trace) = index.explain(request)
    var explanation: [String: JSONValue] = ["candidates": try JSONValue(encoding: trace)]
    switch selection {
    case .release(let chosen): explanation["release"] = try json(of: chosen, releases)
    case .none(let reason): explanation["reason"] = .string(reason.rawValue)
    }
    return WebAnswer(question, explanation: .object(explanation))
  }

  private func json(of chosen: ReleaseCandidate, _ releases: [WebRelease]) throws -> JSONValue {
    let release = releases.first { $0.releaseVersion == chosen.version }
    return try release.map { try JSONValue(encoding: $0) } ?? .null
  }

  /// Which cohorts a partial rollout reaches is the server's secret, so it is not guessed here.
  private func refuseUnknownRollouts(_ releases: [WebRelease], _ question: WebQuestion) throws {
    guard question.cohort != nil,
      let partial = releases.first(where: {
        $0.state == .published && (1..<10_000).contains($0.rolloutBasisPoints)
      })
    else { return }
    throw CommandError(
      .failed, "rollout_unknown_offline",
      "\(partial.releaseVersion) reaches \(BasisPoints.text(Int64(partial.rolloutBasisPoints))) of the devices, "
        + "and only the server knows which cohorts those are",
      hint: "ask the server, or leave out --cohort")
  }

  private static func candidate(_ release: WebRelease) throws -> ReleaseCandidate {
    ReleaseCandidate(
      version: release.releaseVersion, state: release.state, sequence: release.sequence ?? 0,
      publishedAt: release.publishedAt ?? Timestamp(secondsSinceEpoch: 0), gates: release.gates,
      rollout: try RolloutBasisPoints(release.rolloutBasisPoints), artifact: release.artifactSha256,
      sizeBytes: release.sizeBytes, tree: release.tree, entryFile: release.entryFile)
  }
}
