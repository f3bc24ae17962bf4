import ReleaseModel

extension Installation {
  /// Takes a page's word that its release works. Only the token of the launch that began last counts, and only if that
  /// launch was recorded.
  func confirm(token: String) throws(InstallerError) -> Confirmation {
    if token == LaunchToken.unrecordedText { return .notRecorded }
    let root = try root(.launch)
    let releases = try root.releases()
    return try root.withState { () throws(InstallerError) in
      let state = try self.state(root, releases)
      let pointer = state.pointer
      let (confirmation, next) = pointer.confirming(token: token, blocked: state.blocked)
      if next != pointer { try root.point(to: next) }
      // A page confirms at every launch, and is news once.
      if confirmation == .confirmed, let release = pointer.runningRelease, release.state == .pending {
        _ = report(
          ReportedEvent(.confirmed, release, wrapperVersion: pointer.launch?.progress?.wrapperVersion),
          in: root)
      }
      return confirmation
    }
  }
}
