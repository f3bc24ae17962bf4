import ReleaseModel

/// When a device moves to a release with a lower version than the one it runs.
enum DowngradePolicy {
  /// Only when the server has passed over the running release: what it offers was published before. A lower version
  /// that was published later proves nothing about the running one, and is refused.
  ///
  /// This trusts the server's word. Once status metadata is signed, the policy asks that instead.
  case followSelection
  /// In no case.
  case never

  /// How an offered release stands to the running one.
  enum Direction: Hashable {
    case forward
    /// Back, because the running release is not offered any more.
    case awayFromWithdrawn
    case refused
  }

  func direction(from running: ReleaseRecord, to offered: LatestRelease) -> Direction {
    let isPassedOver = offered.sequence < running.sequence
    guard offered.releaseVersion < running.version else {
      return isPassedOver ? .awayFromWithdrawn : .forward
    }
    switch self {
    case .followSelection: return isPassedOver ? .awayFromWithdrawn : .refused
    case .never: return .refused
    }
  }
}
