extension Installation {
  /// Takes a page's word that its release works. Only the token of the launch that began last counts, and only if that
  /// launch was recorded.
  func confirm(token: String) throws(InstallerError) -> Confirmation {
    if token == LaunchToken.unrecordedText { return .notRecorded }
    let root = try root(.launch)
    let releases = try root.releases()
    return try root.withState { () throws(InstallerError) in
      let pointer = try DeviceState.load(root, releases).pointer
      guard let launch = pointer.launch else { return .noLaunch }
      guard LaunchToken.matches(token, launch.tokenSha256) else { return .staleToken }
      // A page that is over can be no more than the echo of one.
      guard launch.progress?.isRunning ?? true || launch.progress?.phase == .takenBack else {
        return .staleToken
      }
      guard let release = launch.release else { return .builtIn }
      guard let confirmed = pointer.confirming(launch) else { return .releaseGone }
      try root.point(to: confirmed)
      // A page confirms at every launch, and is news once.
      if pointer.candidates.first(where: release.isSameRelease)?.state == .pending {
        _ = report(
          ReportedEvent(.confirmed, release, wrapperVersion: launch.progress?.wrapperVersion), in: root)
      }
      return .confirmed
    }
  }
}
