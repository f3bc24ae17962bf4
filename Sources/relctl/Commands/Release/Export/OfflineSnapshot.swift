import FoundationEssentials
import ReleaseModel

/// The releases of a registry in a file, so that decisions can be replayed anywhere, by the code that serves devices.
struct OfflineSnapshot: Codable {
  static let schemaVersion = 2

  let schemaVersion: Int
  /// The contract that the exporting server was compiled for.
  let apiContractVersion: SemanticVersion
  /// Where devices reach that server.
  let publicUrl: String
  let releases: [WebRelease]

  init(apiContractVersion: SemanticVersion, publicUrl: String, releases: [WebRelease]) {
    schemaVersion = Self.schemaVersion
    self.apiContractVersion = apiContractVersion
    self.publicUrl = publicUrl
    self.releases = releases
  }

  init(readingFrom path: String) throws(CommandError) {
    let bytes = try FileReader.read(path).bytes
    do {
      let version = try JSONDecoder().decode(Version.self, from: Data(bytes)).schemaVersion
      guard version == Self.schemaVersion else { throw Self.unknown(version, path) }
      self = try JSONDecoder().decode(OfflineSnapshot.self, from: Data(bytes))
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(
        .usage, "invalid_snapshot",
        "'\(path)' is not a snapshot of releases: \(DecodingProblem.text(error))",
        hint: "write one with 'relctl release export --out FILE'")
    }
  }

  /// What is read first: the other members may be others in another version.
  private struct Version: Decodable {
    let schemaVersion: Int
  }

  private static func unknown(_ version: Int, _ path: String) -> CommandError {
    CommandError(
      .usage, "unknown_schema_version",
      "'\(path)' has schema version \(version), and this relctl knows \(schemaVersion)",
      hint: "use the relctl that wrote it, or export it again")
  }

  /// Decides as the server would, and answers in its words, byte for byte.
  func answer(to question: WebQuestion, explainingUpTo limit: Int?) throws -> WebAnswer {
    let channel = question.channel
    let index = ReleaseIndex(
      try releases.filter { $0.channel == channel }.map(Self.candidate),
      apiContractVersion: apiContractVersion)
    let request = SelectionRequest(wrapperVersion: question.wrapperVersion, cohort: question.cohort)
    if let limit {
      let explanation = WebExplanation(of: channel, index, request, limit: limit) { latest($0, channel) }
      return WebAnswer(question, explanation: try JSONValue(encoding: explanation))
    }
    switch index.select(request) {
    case .release(let chosen):
      return WebAnswer(question, release: try JSONValue(encoding: latest(chosen, channel)))
    case .none(let reason):
      return WebAnswer(question, reason: reason.rawValue, detail: reason.detail)
    }
  }

  /// The releases of a channel that devices can download, as a registry at another address would offer each.
  func downloadable(on channel: Channel, from publicURL: String) throws -> [LatestRelease] {
    try releases.filter { $0.channel == channel && ($0.state == .published || $0.state == .paused) }.map {
      LatestRelease(try Self.candidate($0), channel: channel, publicURL: publicURL)
    }
  }

  private func latest(_ candidate: ReleaseCandidate, _ channel: Channel) -> LatestRelease {
    LatestRelease(candidate, channel: channel, publicURL: publicUrl)
  }

  private static func candidate(_ release: WebRelease) throws -> ReleaseCandidate {
    ReleaseCandidate(
      version: release.releaseVersion, state: release.state, sequence: release.sequence ?? 0,
      publishedAt: release.publishedAt ?? Timestamp(secondsSinceEpoch: 0), gates: release.gates,
      rollout: try RolloutBasisPoints(release.rolloutBasisPoints), rolloutSalt: release.rolloutSalt.value,
      artifact: release.artifactSha256,
      sizeBytes: release.sizeBytes, tree: release.tree, entryFile: release.entryFile,
      signatures: release.signatures ?? [])
  }
}
