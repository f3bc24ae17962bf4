import ReleaseModel
import ReleaseTrust

extension InstallResult {
  /// Says how an installation ended, for programs and for people.
  init(_ ending: InstallPlan.Ending, _ facts: DeviceFacts, current: ReleaseRecord?, notices: [Notice]) {
    let running = current.map { "release \($0.version)" }
    let fallback = running ?? (facts.hasBuiltIn ? "the built-in release" : "nothing")
    switch ending {
    case .took(let offer, let move):
      outcome =
        switch move {
        case .forward: .installed
        case .awayFromWithdrawn: .movedFromWithdrawn
        case .repair: .repaired
        }
      reason = nil
      message = "release \(offer.releaseVersion) is installed and starts at the next launch"
      offeredVersion = offer.releaseVersion.description
    case .alreadyCurrent(let offer):
      outcome = .current
      reason = nil
      message = "release \(offer.releaseVersion) is the newest for this wrapper"
      offeredVersion = offer.releaseVersion.description
    case .refused(let offer, let why, let text):
      outcome = .refused
      reason = why.rawValue
      message = text
      offeredVersion = offer.releaseVersion.description
    case .distrusted(let offer, let distrust):
      outcome = .notTrusted
      reason = distrust.code.rawValue
      message = "\(distrust.message); \(fallback) goes on"
      offeredVersion = offer?.releaseVersion.description
    case .nothingOffered(let why):
      outcome = .nothingOffered
      reason = why
      message =
        "channel '\(facts.channel)' has no release for wrapper \(facts.wrapperVersion) (\(why)); "
        + "\(fallback) goes on"
      offeredVersion = nil
    case .offline(let why, let text):
      outcome =
        running != nil ? .offlineUsingInstalled : facts.hasBuiltIn ? .offlineUsingBuiltIn : .nothingInstalled
      reason = why
      message =
        outcome == .nothingInstalled
        ? "nothing is installed yet, and \(text)" : "\(fallback) goes on; \(text)"
      offeredVersion = nil
    }
    self.current = current.map(InstalledRelease.init)
    self.notices = notices
  }
}
