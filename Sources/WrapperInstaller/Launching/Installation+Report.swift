import ReleaseModel

extension Installation {
  /// Notes what happened to the running launch, and takes its release back when that was too much.
  func report(_ event: LaunchEvent, token: String) throws(InstallerError) -> LaunchReport {
    if token == LaunchToken.unrecordedText { return LaunchReport(.notRecorded) }
    let root = try root(.launch)
    let releases = try root.releases()
    return try root.withState { () throws(InstallerError) in
      let state = try self.state(root, releases)
      guard let launch = state.pointer.launch else { return LaunchReport(.noLaunch) }
      guard state.pointer.isOfRunningLaunch(token) else { return LaunchReport(.staleToken) }
      if launch.progress?.phase == .takenBack { return LaunchReport(.takenBack) }
      let next = settings.launchRule.noting(event, in: state.pointer)
      var notices: [Notice] = []
      if let release = launch.release, next.candidates.first(where: release.isSameRelease)?.state == .pending
      {
        if let report = try takeBack(after: next, state, &notices, root, releases) { return report }
      }
      if next != state.pointer, needsWriting(event, next) { try root.point(to: next) }
      return standing(of: next, notices)
    }
  }

  /// Takes back what has failed; nil when nothing has, or when there is nothing to go back to, which is a notice then.
  private func takeBack(
    after next: CurrentPointer, _ state: DeviceState, _ stuck: inout [Notice],
    _ root: borrowing InstallationRoot,
    _ releases: borrowing ReleaseStore
  ) throws(InstallerError) -> LaunchReport? {
    guard let release = next.launch?.release, let progress = next.launch?.progress else { return nil }
    let failures = settings.launchRule.failures(in: next).filter { $0.release.isSameRelease(as: release) }
    guard !failures.isEmpty else { return nil }
    var notices = state.notices
    let builtIn = startableBuiltIn(next, &notices)
    let decision = LaunchDecision(
      next, blocked: state.blocked, failures: failures, wrapperVersion: progress.wrapperVersion,
      hasBuiltIn: builtIn != nil, at: environment.now()
    ) { (record) throws(InstallerError) in
      try releases.launchCondition(of: record, rehashing: settings.rehashesAtLaunch).condition
    }
    guard let failure = decision.takenBack.first else {
      stuck = decision.notices.filter { $0.code == .nothingToGoBackTo }
      return nil
    }
    notices += try note(decision.takenBack, decision.blocked, root) + decision.notices
    var pointer = decision.pointer
    pointer.launch?.progress?.phase = .takenBack
    notices += try leaveBlocked(pointer, root)
    notices += self.report(decision.takenBack, progress.wrapperVersion, in: root)
    return LaunchReport(.takenBack, takenBack: TakenBackRelease(failure), notices: notices)
  }

  /// Time counts for a pending release only; the disk is left alone for the others.
  private func needsWriting(_ event: LaunchEvent, _ next: CurrentPointer) -> Bool {
    guard case .ended = event else { return next.runningRelease?.state == .pending }
    return true
  }

  private func standing(of pointer: CurrentPointer, _ notices: [Notice]) -> LaunchReport {
    guard let launch = pointer.launch else { return LaunchReport(.noLaunch) }
    if launch.progress?.isRunning == false { return LaunchReport(.ended, notices: notices) }
    guard launch.release != nil else { return LaunchReport(.builtIn) }
    switch pointer.runningRelease?.state {
    case .healthy: return LaunchReport(.healthy)
    case .pending:
      return LaunchReport(
        .waiting, remaining: settings.launchRule.remaining(in: pointer), notices: notices)
    case nil: return LaunchReport(.releaseGone)
    }
  }
}

extension CurrentPointer {
  /// What is known now of the release that the running launch started; nil for the built-in one, and when it is gone.
  var runningRelease: ReleaseRecord? {
    guard let release = launch?.release else { return nil }
    return candidates.first(where: release.isSameRelease)
  }
}
