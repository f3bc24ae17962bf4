import ReleaseBundle
import ReleaseModel

/// What a device makes of an offered release.
enum OfferJudgement: Hashable {
  /// It is the current one.
  case alreadyCurrent
  /// Take it.
  case take(Move)
  case refuse(RefusalReason, message: String)

  /// Why the device moves.
  enum Move: Hashable {
    case forward
    case awayFromWithdrawn
    /// The current release is not complete any more.
    case repair
  }
}

extension DeviceFacts {
  /// Judges an offer by every rule, the ones about the offer alone first.
  func judge(_ offer: LatestRelease, currentIsComplete: Bool) -> OfferJudgement {
    if let (reason, message) = objection(to: offer) { return .refuse(reason, message: message) }
    guard let running = pointer.current else {
      if let builtInVersion, offer.releaseVersion < builtInVersion {
        return .refuse(
          .lowerThanBuiltIn,
          message: "\(offer.releaseVersion) is lower than \(builtInVersion), which is built into the app")
      }
      return .take(.forward)
    }
    if running.version == offer.releaseVersion {
      return currentIsComplete ? .alreadyCurrent : .take(.repair)
    }
    // What cannot run here any more, or was of another channel, is no measure for what comes after it.
    guard running.wrapperRange.contains(wrapperVersion), running.channel == channel else {
      return .take(.forward)
    }
    switch downgrades.direction(from: running, to: offer) {
    case .forward: return .take(.forward)
    case .awayFromWithdrawn: return .take(.awayFromWithdrawn)
    case .refused:
      return .refuse(
        .lowerVersion,
        message:
          "\(offer.releaseVersion) is lower than \(running.version), which runs here and is not known to be "
          + "withdrawn; publish the change under a higher version")
    }
  }

  private func objection(to offer: LatestRelease) -> (RefusalReason, String)? {
    guard offer.channel == channel else {
      return (.wrongChannel, "the release is of channel '\(offer.channel)', not of '\(channel)'")
    }
    guard offer.wrapperRange.contains(wrapperVersion) else {
      return (
        .notForThisWrapper,
        "\(offer.releaseVersion) is for wrappers \(offer.wrapperRange), and this is \(wrapperVersion)"
      )
    }
    if let entry = blocked.entry(for: offer.sha256) {
      return (
        .blocked,
        "the same bytes failed here before (\(entry.code), \(entry.count) times); publish other bytes under a new "
          + "version"
      )
    }
    guard offer.sizeBytes <= limits.maximumArchiveBytes,
      offer.tree.unpackedBytes <= limits.maximumUnpackedBytes, offer.tree.fileCount <= limits.maximumEntries
    else {
      return (.tooLarge, "\(offer.releaseVersion) is larger than this device accepts")
    }
    let known = pointer.candidates.first { $0.version == offer.releaseVersion }
    if let known, known.tree.sha256 != offer.tree.sha256 {
      return (
        .versionReused,
        "version \(known.version) came with other bytes before; a version's bytes never change: publish a new version"
      )
    }
    return nil
  }
}
