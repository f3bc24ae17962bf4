import ReleaseModel

extension Installation {
  /// Chooses what this wrapper starts, and notes that it did. Works while another process installs.
  ///
  /// What cannot be put in order, read or written down does not keep the device from starting: then the launch is not
  /// recorded. It fails only when there is nothing to start and the disk is the reason.
  func beginLaunch(wrapperVersion text: String) throws(InstallerError) -> LaunchResult {
    let wrapperVersion = try wrapperVersion(text)
    let upkeep = upkeep()
    do throws(InstallerError) {
      return try recordedLaunch(wrapperVersion, after: upkeep)
    } catch {
      return try unrecordedLaunch(wrapperVersion, after: upkeep, because: error)
    }
  }

  private func wrapperVersion(_ text: String) throws(InstallerError) -> SemanticVersion {
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
    _ wrapperVersion: SemanticVersion, after upkeep: [Notice]
  ) throws(InstallerError) -> LaunchResult {
    let root = try root(.launch)
    let releases = try root.releases()
    return try root.withState { () throws(InstallerError) in
      let state = try DeviceState.load(root, releases)
      var notices = upkeep + state.notices
      let builtIn = startableBuiltIn(state.pointer, &notices)
      let choice = LaunchChoice(
        state.pointer, blocked: state.blocked, wrapperVersion: wrapperVersion, hasBuiltIn: builtIn != nil
      ) { (record) throws(InstallerError) in try releases.condition(of: record) }
      if choice.target == .nothing, let failure = choice.failure { throw failure }
      let token = try LaunchToken(environment)
      try note(choice, token, in: state.pointer, root)
      return result(of: choice, token: token.text, builtIn, notices + choice.notices)
    }
  }

  private func note(
    _ choice: LaunchChoice, _ token: LaunchToken, in pointer: CurrentPointer,
    _ root: borrowing InstallationRoot
  ) throws(InstallerError) {
    var next = pointer.without { record in choice.lost.contains(where: record.isSameRelease) }
    if let builtIn { next.builtIn = builtIn }
    let now = environment.now()
    switch choice.target {
    case .installed(let record):
      next = next.starting(record) { LaunchRecord(tokenSha256: token.digest, release: $0, startedAt: now) }
    case .builtIn:
      next = next.starting(nil) { LaunchRecord(tokenSha256: token.digest, release: $0, startedAt: now) }
    case .nothing:
      next.launch = nil
    }
    try root.point(to: next)
  }
}
