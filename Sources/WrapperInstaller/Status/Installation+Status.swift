extension Installation {
  /// Reads everything again and verifies every tree; changes nothing. A documents folder that is not there is an error: the
  /// name of another one is nothing to report on.
  func status() throws(InstallerError) -> InstallationStatus {
    _ = try InstallationRoot.documents(documentsFolder, stage: .status)
    let look = try SettledLook(
      reading: { () throws(InstallerError) in try existingState(during: .status) },
      condition: { (record) throws(InstallerError) in try existingCondition(of: record, during: .status) })
    let state = look.state
    var notices = state.notices
    let builtIn = try presentBuiltIn(state.pointer, &notices)
    var isCurrentComplete = state.pointer.current == nil && builtIn != nil
    for (record, condition) in look.conditions {
      notices += Self.notices(record, condition)
      if record == state.pointer.current { isCurrentComplete = condition == .complete }
    }
    notices += Self.notices(onBlocked: state)
    let findings = try existingFindings()
    let trust = try trustStatus()
    notices += findings.notices
    if trust.mode == .development { notices.append(.notVerified) }
    return InstallationStatus(
      current: state.pointer.current.map(InstalledRelease.init),
      previous: state.pointer.previous.map(InstalledRelease.init),
      lastGood: state.pointer.lastGood.map(InstalledRelease.init), builtIn: builtIn,
      blocked: state.blocked.entries.map(BlockedRelease.init), complete: isCurrentComplete,
      healthy: isCurrentComplete && state.pointer.current?.state != .pending,
      trust: trust, lastRefusal: findings.lastRefusal.map(Refusal.init),
      launch: state.pointer.launch.map(LaunchStatus.init), update: updateState(state.pointer, findings),
      notices: notices)
  }

  /// How the web update stands, as far as it is written down.
  func updateState() throws(InstallerError) -> UpdateState {
    updateState(try existingState(during: .status).pointer, try existingFindings())
  }

  private func updateState(_ pointer: CurrentPointer, _ findings: Findings) -> UpdateState {
    if let failed = findings.failedUpdate {
      return .updateFailed(code: failed.code, retryable: failed.retryable)
    }
    guard let current = pointer.current else { return .idle }
    let running = pointer.launch?.release
    return running.map(current.isSameRelease) == true ? .idle : .installed
  }

  private func existingFindings() throws(InstallerError) -> Findings {
    guard let root = try existingRoot(.status) else { return Findings() }
    return try Findings.load(root)
  }

  /// A current release that is blocked was left, and the pointer could not be moved yet.
  private static func notices(onBlocked state: DeviceState) -> [Notice] {
    guard let current = state.pointer.current, let entry = state.blocked.entry(for: current.artifactSha256)
    else { return [] }
    return [
      Notice(
        .releaseBlocked,
        "release \(current.version) failed here before (\(entry.code)); the next launch starts another one")
    ]
  }

  private static func notices(_ record: ReleaseRecord, _ condition: TreeCondition) -> [Notice] {
    switch condition {
    case .complete: []
    case .missing: [Notice(.releaseMissing, "the folder of release \(record.version) is gone")]
    case .damaged(let detail):
      [Notice(.releaseDamaged, "release \(record.version) is damaged: \(detail)")]
    }
  }
}
