import ReleaseModel

extension Notice {
  /// Said in development mode, every time.
  static let notVerified = Notice(
    .notVerified,
    "no root of trust is set, so nothing is verified against signatures and whoever controls the server controls this"
      + " device; deliver the app with the registry's root.json")

  /// Said once of what was installed before there was a root.
  static func notSigned(_ record: ReleaseRecord) -> Notice {
    Notice(
      .notSigned,
      "release \(record.version) was installed before this device had a root of trust, so nobody's signature vouches for it;"
        + " it is forgotten, and the next installation fetches what is signed")
  }

  /// A release that seems to come from the future by more than this means that the clock is wrong, not the server's.
  private static let toleratedSkew: Int64 = 86_400

  /// What a check shows about how far this device can trust it.
  static func aboutTrust(_ ending: InstallPlan.Ending, isVerified: Bool, now: Timestamp) -> [Notice] {
    (isVerified ? [] : [.notVerified])
      + (clockBehind(ending, isVerified: isVerified, now: now).map { [$0] } ?? [])
  }

  /// That the clock is behind what is offered; nil when nothing tells so.
  private static func clockBehind(
    _ ending: InstallPlan.Ending, isVerified: Bool, now: Timestamp
  ) -> Notice? {
    guard let offer = ending.offer,
      offer.releasedAt.secondsSinceEpoch - now.secondsSinceEpoch > toleratedSkew
    else { return nil }
    return Notice(
      .clockBehind,
      "this device's clock says \(now), but the server offers a release of \(offer.releasedAt); set the clock"
        + (isVerified ? ", or metadata that is served too long is not noticed" : ""))
  }
}

extension InstallPlan.Ending {
  /// The release that it is about.
  fileprivate var offer: LatestRelease? {
    switch self {
    case .took(let offer, _), .alreadyCurrent(let offer), .refused(let offer, _, _): offer
    case .distrusted(let offer, _): offer
    case .nothingOffered, .offline: nil
    }
  }
}
