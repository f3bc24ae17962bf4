import ReleaseModel

extension Installation {
  /// Leaves the current release for the one to go back to, and blocks the content that is left. As soon as it is blocked it
  /// is left, and what cannot be written down after that is a notice; a failure before that changes nothing.
  ///
  /// - Parameter code: why, as it will stand in the blocked list.
  func rollback(code: String = "rolled_back_by_request") throws(InstallerError) -> RollbackResult {
    let root = try root(.rollback)
    let repairs = try LayoutRepair().run(root)
    return try root.installing { () throws(InstallerError) in
      let releases = try root.releases()
      let (seen, found) = try reconcile(root, releases)
      let notices = repairs + found
      guard let left = seen.pointer.current else {
        return RollbackResult(outcome: .nothingToLeave, from: nil, to: nil, notices: notices)
      }
      return try root.withState { () throws(InstallerError) in
        try leave(left, code: code, notices, root, releases)
      }
    }
  }

  /// Goes back from a release. When a launch took it back since it was seen, that is what was asked for, and no other is left.
  /// The caller holds the lock of the state.
  private func leave(
    _ left: ReleaseRecord, code: String, _ found: [Notice], _ root: borrowing InstallationRoot,
    _ releases: borrowing ReleaseStore
  ) throws(InstallerError) -> RollbackResult {
    let state = try self.state(root, releases)
    var notices = found
    let builtIn = try presentBuiltIn(state.pointer, &notices)
    guard state.pointer.current.map(left.isSameRelease) == true else {
      if state.blocked.entry(for: left.artifactSha256) == nil { try block(left, code: code, state, root) }
      return RollbackResult(
        from: left, to: state.pointer.current, hasBuiltIn: builtIn != nil, notices: notices)
    }
    let target = try target(state, releases, &notices)
    guard target != nil || builtIn != nil else {
      return RollbackResult(
        outcome: .nothingToGoBackTo, from: InstalledRelease(left), to: InstalledRelease(left),
        notices: notices)
    }
    // What is blocked already was left before, only the pointer could not be moved then: it fails and is reported once.
    let isNews = state.blocked.entry(for: left.artifactSha256) == nil
    // The list first: killed in between, the next launch finds the current release blocked and goes back by itself.
    if isNews { try block(left, code: code, state, root) }
    let pointer = state.pointer.goingBack(to: target)
    let unmoved = try leaveBlocked(pointer, root)
    notices += unmoved.isEmpty ? prune(releases, keeping: pointer) : unmoved
    if isNews {
      notices += report(
        ReportedEvent(
          .rolledBack, left, stage: .rollback, code: code,
          wrapperVersion: state.pointer.launch?.progress?.wrapperVersion), in: root)
    }
    return RollbackResult(from: left, to: target, hasBuiltIn: builtIn != nil, notices: notices)
  }

  /// Removes what the release that was left does not need any more. It is left, whether or not that succeeds.
  private func prune(_ releases: borrowing ReleaseStore, keeping pointer: CurrentPointer) -> [Notice] {
    do throws(InstallerError) {
      try releases.prune(keeping: pointer)
      return []
    } catch {
      return [
        Notice(.upkeepFailed, "the files of what was left cannot be removed now: \(error.message)")
      ]
    }
  }

  private func block(
    _ left: ReleaseRecord, code: String, _ state: DeviceState, _ root: borrowing InstallationRoot
  ) throws(InstallerError) {
    var blocked = state.blocked
    blocked.block(
      left.artifactSha256, version: left.version, stage: .rollback, code: code, at: environment.now())
    try blocked.write(in: root)
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

extension RollbackResult {
  fileprivate init(
    from left: ReleaseRecord, to target: ReleaseRecord?, hasBuiltIn: Bool, notices: [Notice]
  ) {
    let nothing: Outcome = hasBuiltIn ? .rolledBackToBuiltIn : .nothingToLeave
    self.init(
      outcome: target == nil ? nothing : .rolledBack, from: InstalledRelease(left),
      to: target.map(InstalledRelease.init), notices: notices)
  }
}
