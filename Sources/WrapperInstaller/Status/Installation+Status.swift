extension Installation {
  /// Reads everything again and verifies every tree; changes nothing.
  func status() throws(InstallerError) -> InstallationStatus {
    let root = try root(.status)
    let releases = try root.releases()
    let state = try root.withState { () throws(InstallerError) in try DeviceState.load(root, releases) }
    var notices = state.notices
    let builtIn = try presentBuiltIn(state.pointer, &notices)
    var isCurrentComplete = state.pointer.current == nil && builtIn != nil
    for record in state.pointer.candidates {
      let isComplete = try look(at: record, releases, &notices)
      if record == state.pointer.current { isCurrentComplete = isComplete }
    }
    let findings = try Findings.load(root)
    let trust = try trustStatus(root)
    notices += findings.notices
    if trust.mode == .development { notices.append(.notVerified) }
    return InstallationStatus(
      current: state.pointer.current.map(InstalledRelease.init),
      previous: state.pointer.previous.map(InstalledRelease.init),
      lastGood: state.pointer.lastGood.map(InstalledRelease.init), builtIn: builtIn,
      blocked: state.blocked.entries.map(BlockedRelease.init), healthy: isCurrentComplete,
      trust: trust, lastRefusal: findings.lastRefusal.map(Refusal.init), notices: notices)
  }

  private func look(
    at record: ReleaseRecord, _ releases: borrowing ReleaseStore, _ notices: inout [Notice]
  ) throws(InstallerError) -> Bool {
    switch try releases.condition(of: record) {
    case .complete: return true
    case .missing: notices.append(Notice(.releaseMissing, "the folder of release \(record.version) is gone"))
    case .damaged(let detail):
      notices.append(Notice(.releaseDamaged, "release \(record.version) is damaged: \(detail)"))
    }
    return false
  }
}
