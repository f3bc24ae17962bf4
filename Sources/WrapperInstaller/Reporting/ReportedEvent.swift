import ReleaseModel
import ReleaseTrust

/// Something that happened to a release and that the registry is to hear of.
struct ReportedEvent: Hashable {
  let outcome: ReportOutcome
  let channel: Channel
  let version: SemanticVersion
  let artifactSha256: Digest
  var stage: String?
  var code: String?
  /// The wrapper that it happened to; nil for the one that installed last.
  var wrapperVersion: SemanticVersion?

  /// Something happened to a release that is on the device.
  init(
    _ outcome: ReportOutcome, _ release: ReleaseRecord, stage: InstallStage? = nil,
    code: String? = nil,
    wrapperVersion: SemanticVersion? = nil
  ) {
    self.outcome = outcome
    channel = release.channel
    version = release.version
    artifactSha256 = release.artifactSha256
    self.stage = stage?.rawValue
    self.code = code
    self.wrapperVersion = wrapperVersion
  }

  /// What came of an installation; nil when it came to nothing that is about a release.
  ///
  /// - Parameter offer: the release that was being installed, if it got that far.
  init?(_ ending: Result<InstallPlan.Ending, InstallerError>, offer: LatestRelease?) {
    switch ending {
    case .success(.took(let offer, _)):
      self.init(.installed, offer)
    case .success(.distrusted(let offer?, let distrust)):
      self.init(.failed, offer, stage: .trust, code: distrust.code.rawValue)
    case .failure(let error):
      // What somebody stopped did not fail.
      guard let offer, error.code != .cancelled else { return nil }
      self.init(.failed, offer, stage: error.stage, code: error.code.rawValue)
    case .success(.distrusted(nil, _)), .success(.alreadyCurrent), .success(.refused),
      .success(.nothingOffered),
      .success(.offline):
      return nil
    }
  }

  private init(
    _ outcome: ReportOutcome, _ offer: LatestRelease, stage: InstallStage? = nil, code: String? = nil
  ) {
    self.outcome = outcome
    channel = offer.channel
    version = offer.releaseVersion
    artifactSha256 = offer.sha256
    self.stage = stage?.rawValue
    self.code = code
  }
}
