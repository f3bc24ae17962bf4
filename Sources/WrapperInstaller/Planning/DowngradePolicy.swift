import ReleaseModel

/// When a device moves to a release with a lower version than the one it runs.
enum DowngradePolicy {
  /// Only when the server has passed over the running release: what it offers was published before. A lower version
  /// that was published later proves nothing about the running one, and is refused.
  ///
  /// This trusts the server's word, since nothing is signed.
  case followSelection
  /// Only when the signed states say that the running release is withdrawn. A lower sequence is a way back as well: a
  /// server cannot make an old release new by its version.
  case fromWithdrawn(SignedChannel)
  /// In no case.
  case never

  /// How an offered release stands to the running one.
  enum Direction: Hashable {
    case forward
    /// Back, because the running release is not offered any more.
    case awayFromWithdrawn
    case refused(RefusalReason)
  }

  func direction(from running: ReleaseRecord, to offered: LatestRelease) -> Direction {
    let isPassedOver = offered.sequence < running.sequence
    let isLower = offered.releaseVersion < running.version
    guard isLower || isPassedOver else { return .forward }
    switch self {
    case .followSelection: return isPassedOver ? .awayFromWithdrawn : .refused(.lowerVersion)
    case .fromWithdrawn(let signed):
      return signed.isWithdrawn(running.version) ? .awayFromWithdrawn : .refused(.downgradeRefused)
    case .never: return isLower ? .refused(.lowerVersion) : .awayFromWithdrawn
    }
  }
}
