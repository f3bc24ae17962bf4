import ReleaseBundle
import ReleaseModel
import ReleaseTrust

/// What a device makes of an offered release.
enum OfferJudgement: Hashable {
  /// It is the current one.
  case alreadyCurrent
  /// Take it.
  case take(Move)
  case refuse(RefusalReason, message: String)
  /// It is not what was signed.
  case distrust(Distrust)

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
  ///
  /// - Parameter signed: what signed metadata says; nil on a device that pinned no root.
  func judge(_ offer: LatestRelease, by signed: SignedChannel?, currentIsComplete: Bool) -> OfferJudgement {
    if let signed, let judgement = objection(to: offer, by: signed) { return judgement }
    if let (reason, message) = objection(to: offer, by: signed) { return .refuse(reason, message: message) }
    guard let running = pointer.current else {
      if let builtInVersion, offer.releaseVersion < builtInVersion {
        return .refuse(
          .lowerThanBuiltIn,
          message: "\(offer.releaseVersion) is lower than \(builtInVersion), which is built into the app")
      }
      return .take(.forward)
    }
    if running.version == offer.releaseVersion {
      // Other bytes come this far only in the place of some that nobody vouches for.
      guard running.tree.sha256 == offer.tree.sha256 else { return .take(.awayFromWithdrawn) }
      return currentIsComplete ? .alreadyCurrent : .take(.repair)
    }
    // What cannot run here any more, or was of another channel, is no measure for what comes after it.
    guard running.wrapperRange.contains(wrapperVersion), running.channel == channel else {
      return .take(.forward)
    }
    let policy = signed.map(DowngradePolicy.fromWithdrawn) ?? downgrades
    switch policy.direction(from: running, to: offer) {
    case .forward: return .take(.forward)
    case .awayFromWithdrawn: return .take(.awayFromWithdrawn)
    case .refused where isDisowned(running, by: signed): return .take(.awayFromWithdrawn)
    case .refused(let reason):
      let comparison = offer.releaseVersion < running.version ? "is lower than" : "was published before"
      return .refuse(
        reason,
        message:
          "\(offer.releaseVersion) \(comparison) \(running.version), which runs here and is not known to be "
          + "withdrawn; publish the change under a higher version"
          + (signed == nil ? "" : ", or pause \(running.version)"))
    }
  }

  /// Compares the offer with what was signed, which comes before everything else: until then nothing in it is true.
  private func objection(to offer: LatestRelease, by signed: SignedChannel) -> OfferJudgement? {
    do throws(TrustError) {
      try signed.verify(offer)
    } catch {
      // What was never signed for this channel, and says itself that it is of another one, is no riddle.
      if error.code == .releaseNotSigned, let (reason, message) = objectionToChannel(of: offer) {
        return .refuse(reason, message: message)
      }
      return .distrust(Distrust(error))
    }
    guard !signed.isWithdrawn(offer.releaseVersion) else {
      return .refuse(
        .releaseWithdrawn,
        message:
          "the server offers \(offer.releaseVersion), which is paused or retired: an old answer is served again"
      )
    }
    return nil
  }

  private func objectionToChannel(of offer: LatestRelease) -> (RefusalReason, String)? {
    guard offer.channel != channel else { return nil }
    return (.wrongChannel, "the release is of channel '\(offer.channel)', not of '\(channel)'")
  }

  private func objection(to offer: LatestRelease, by signed: SignedChannel?) -> (RefusalReason, String)? {
    if let objection = objectionToChannel(of: offer) { return objection }
    guard offer.wrapperRange.contains(wrapperVersion) else {
      return (
        .notForThisWrapper,
        "\(offer.releaseVersion) is for wrappers \(offer.wrapperRange), and this is \(wrapperVersion)"
      )
    }
    if let entry = blocked.entry(for: offer.sha256) {
      let times = entry.count == 1 ? "" : ", \(entry.count) times"
      return (
        .blocked,
        "\(offer.releaseVersion) has the bytes that failed here before (\(entry.code)\(times)); publish others under a new "
          + "version"
      )
    }
    guard offer.sizeBytes <= limits.maximumArchiveBytes,
      offer.tree.unpackedBytes <= limits.maximumUnpackedBytes, offer.tree.fileCount <= limits.maximumEntries
    else {
      return (.tooLarge, "\(offer.releaseVersion) is larger than this device accepts")
    }
    let known = pointer.candidates.first { $0.version == offer.releaseVersion }
    if let known, known.tree.sha256 != offer.tree.sha256, !isDisowned(known, by: signed) {
      return (
        .versionReused,
        "version \(known.version) came with other bytes before; a version's bytes never change: publish a new version"
      )
    }
    return nil
  }
}
