import ReleaseModel

extension Installation {
  /// Leaves the current release for the one to go back to, and blocks the content that is left.
  ///
  /// - Parameter code: why, as it will stand in the blocked list.
  func rollback(code: String = "rolled_back_by_request") throws(InstallerError) -> RollbackResult {
    let root = try root(.rollback)
    let repairs = try LayoutRepair().run(root)
    return try root.installing { () throws(InstallerError) in
      let releases = try root.releases()
      var (state, notices) = try reconcile(root, releases)
      notices = repairs + notices
      let builtIn = try presentBuiltIn(state.pointer, &notices)
      guard let left = state.pointer.current else {
        return RollbackResult(outcome: .nothingToLeave, from: nil, to: nil, notices: notices)
      }
      let target = try target(state, releases, &notices)
      guard target != nil || builtIn != nil else {
        return RollbackResult(
          outcome: .nothingToGoBackTo, from: InstalledRelease(left), to: InstalledRelease(left),
          notices: notices)
      }
      try goBack(from: left, to: target, code: code, root, releases)
      notices += report(
        ReportedEvent(
          .rolledBack, left, stage: .rollback, code: code,
          wrapperVersion: state.pointer.launch?.progress?.wrapperVersion), in: root)
      return RollbackResult(
        outcome: target == nil ? .rolledBackToBuiltIn : .rolledBack, from: InstalledRelease(left),
        to: target.map(InstalledRelease.init), notices: notices)
    }
  }

  private func goBack(
    from left: ReleaseRecord, to target: ReleaseRecord?, code: String, _ root: borrowing InstallationRoot,
    _ releases: borrowing ReleaseStore
  ) throws(InstallerError) {
    try root.withState { () throws(InstallerError) in
      var state = try DeviceState.load(root, releases)
      // The list first: killed in between, the next launch finds the current release blocked and goes back by itself.
      state.blocked.block(
        left.artifactSha256, version: left.version, stage: .rollback, code: code, at: environment.now())
      try StateFile.blocked.write(state.blocked, in: root.folder)
      let pointer = state.pointer.goingBack(to: target)
      try root.point(to: pointer)
      try releases.prune(keeping: pointer)
    }
  }

  /// The best release besides the current one that is not blocked and complete.
  private func target(
    _ state: DeviceState, _ releases: borrowing ReleaseStore, _ notices: inout [Notice]
  ) throws(InstallerError) -> ReleaseRecord? {
    for record in state.pointer.candidates.dropFirst()
    where state.blocked.entry(for: record.artifactSha256) == nil {
      if let wrapper = state.pointer.launch?.progress?.wrapperVersion, !record.wrapperRange.contains(wrapper)
      {
        notices.append(
          Notice(
            .releaseNotForWrapper,
            "release \(record.version) is for wrappers \(record.wrapperRange), and this is \(wrapper)"))
        continue
      }
      switch try releases.condition(of: record) {
      case .complete: return record
      case .missing:
        notices.append(Notice(.releaseMissing, "the folder of release \(record.version) is gone"))
      case .damaged(let detail):
        notices.append(Notice(.releaseDamaged, "release \(record.version) is damaged: \(detail)"))
      }
    }
    return nil
  }
}
