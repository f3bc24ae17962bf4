/// Who may speak for the running launch. Nothing here touches a file.
extension CurrentPointer {
  /// Takes a page's word for the release of the running launch, and says what became of it. What is blocked was taken back,
  /// also when the pointer still names it.
  func confirming(token: String, blocked: BlockedList) -> (Confirmation, CurrentPointer) {
    guard let launch else { return (.noLaunch, self) }
    guard isOfRunningLaunch(token) else { return (.staleToken, self) }
    guard let release = launch.release else { return (.builtIn, self) }
    guard var healthy = candidates.first(where: release.isSameRelease),
      blocked.entry(for: healthy.artifactSha256) == nil
    else { return (.releaseGone, self) }
    var next = self
    healthy.state = .healthy
    next.update(healthy)
    next.lastGood = healthy
    return (.confirmed, next)
  }

  /// Whether this is the token of the launch that began last, and that launch is not over. One whose release was taken
  /// back goes on showing its page, which is told so.
  func isOfRunningLaunch(_ token: String) -> Bool {
    guard let launch, LaunchToken.matches(token, launch.tokenSha256) else { return false }
    guard let progress = launch.progress else { return true }
    return progress.isRunning || progress.phase == .takenBack
  }
}
