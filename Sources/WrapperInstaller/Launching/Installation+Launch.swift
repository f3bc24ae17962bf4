import ReleaseModel

extension Installation {
  /// Chooses what this wrapper starts, and notes that it did. Works while another process installs.
  ///
  /// What cannot be put in order, read or written down does not keep the device from starting: then the launch is not
  /// recorded. It fails only when there is nothing to start and the disk is the reason.
  ///
  /// - Parameter tried: a release that did not start just now; it starts again only when nothing else is there.
  func beginLaunch(
    wrapperVersion text: String, holdingBack tried: ReleaseRecord? = nil
  ) throws(InstallerError) -> LaunchResult {
    let wrapperVersion = try wrapperVersion(text)
    let upkeep = upkeep()
    do throws(InstallerError) {
      return try recordedLaunch(wrapperVersion, holdingBack: tried, after: upkeep)
    } catch {
      return try unrecordedLaunch(wrapperVersion, after: upkeep, because: error)
    }
  }

  /// Reads the caller's wrapper version.
  func wrapperVersion(_ text: String) throws(InstallerError) -> SemanticVersion {
    do {
      return try SemanticVersion(parsing: text)
    } catch {
      throw InstallerError(.invalidConfiguration, during: .configuration, error.message, cause: error)
    }
  }

  /// Repairs the layout, and sweeps unless somebody is installing, whose work it would sweep away. What fails here
  /// waits for a later start.
  private func upkeep() -> [Notice] {
    var notices: [Notice] = []
    do throws(InstallerError) {
      let root = try root(.launch)
      notices += try LayoutRepair().run(root)
      let releases = try root.releases()
      notices +=
        try root.installingIfAlone { () throws(InstallerError) in
          try Sweep(now: environment.now(), partLifetime: settings.partLifetime).run(root, releases)
        } ?? []
    } catch {
      notices.append(Notice(.upkeepFailed, "the folder cannot be put in order now: \(error.message)"))
    }
    return notices
  }

  private func recordedLaunch(
    _ wrapperVersion: SemanticVersion, holdingBack tried: ReleaseRecord?, after upkeep: [Notice]
  ) throws(InstallerError) -> LaunchResult {
    let root = try root(.launch)
    let releases = try root.releases()
    return try root.withState { () throws(InstallerError) in
      let state = try self.state(root, releases)
      var notices = upkeep + state.notices
      let builtIn = startableBuiltIn(state.pointer, &notices)
      let closed = settings.launchRule.closing(state.pointer)
      var stamps: [String: Digest] = [:]
      let decision = LaunchDecision(
        closed, blocked: state.blocked, failures: settings.launchRule.failures(in: closed),
        wrapperVersion: wrapperVersion, hasBuiltIn: builtIn != nil,
        heldBack: tried.map { .tried($0) } ?? .none, at: environment.now()
      ) { (record) throws(InstallerError) in
        let look = try releases.launchCondition(of: record, rehashing: settings.rehashesAtLaunch)
        stamps[record.folderName] = look.stamp
        return look.condition
      }
      let choice = decision.choice
      if choice.target == .nothing, let failure = choice.failure { throw failure }
      let token = try LaunchToken(environment)
      if state.isRebuilt { try releases.folder.sync() }
      notices += try note(decision.takenBack, decision.blocked, root) + decision.notices
      try note(choice, stamps, token, wrapperVersion, in: decision.pointer, root)
      notices += report(decision.takenBack, wrapperVersion, in: root)
      return result(of: choice, token: token.text, builtIn, notices)
    }
  }

  private func note(
    _ choice: LaunchChoice, _ stamps: [String: Digest], _ token: LaunchToken,
    _ wrapperVersion: SemanticVersion,
    in pointer: CurrentPointer, _ root: borrowing InstallationRoot
  ) throws(InstallerError) {
    var next = pointer
    if let builtIn { next.builtIn = builtIn }
    func launch(_ release: ReleaseRecord?) -> LaunchRecord {
      LaunchRecord(
        tokenSha256: token.digest, release: release, startedAt: environment.now(),
        progress: LaunchProgress(wrapperVersion: wrapperVersion))
    }
    switch choice.target {
    case .installed(var record):
      record.stamp = stamps[record.folderName]
      next = next.starting(launch(record))
    case .builtIn: next = next.starting(launch(nil))
    case .nothing: next.launch = nil
    }
    try root.point(to: next)
  }
}
