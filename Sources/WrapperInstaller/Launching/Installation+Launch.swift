import HTTPClient
import ReleaseModel

extension Installation {
  /// Chooses what this wrapper starts, and notes that it did. Works while another process installs.
  func beginLaunch(wrapperVersion text: String) throws(InstallerError) -> LaunchResult {
    let wrapperVersion = try wrapperVersion(text)
    let root = try root(.launch)
    let releases = try root.releases()
    var notices = try sweepIfAlone(root, releases)
    return try root.withState { () throws(InstallerError) in
      let state = try DeviceState.load(root, releases)
      notices += state.notices
      let builtIn = try presentBuiltIn(state.pointer, &notices)
      let choice = try LaunchChoice(
        state.pointer, blocked: state.blocked, wrapperVersion: wrapperVersion, hasBuiltIn: builtIn != nil
      ) { (record) throws(InstallerError) in try releases.condition(of: record) }
      let token = try LaunchToken(environment)
      try note(choice, token, in: state.pointer, root)
      return result(of: choice, token, builtIn, releases, notices + choice.notices)
    }
  }

  /// Takes a page's word that its release works. Only the token of the launch that began last counts.
  func confirm(token: String) throws(InstallerError) -> Confirmation {
    let root = try root(.launch)
    let releases = try root.releases()
    return try root.withState { () throws(InstallerError) in
      let pointer = try DeviceState.load(root, releases).pointer
      guard let launch = pointer.launch else { return .noLaunch }
      guard LaunchToken.matches(token, launch.tokenSha256) else { return .staleToken }
      guard launch.release != nil else { return .builtIn }
      guard let confirmed = pointer.confirming(launch) else { return .releaseGone }
      try StateFile.pointer.write(confirmed, in: root.folder)
      return .confirmed
    }
  }

  private func wrapperVersion(_ text: String) throws(InstallerError) -> SemanticVersion {
    do {
      return try SemanticVersion(parsing: text)
    } catch {
      throw InstallerError(.invalidConfiguration, during: .configuration, error.message, cause: error)
    }
  }

  /// Sweeps, unless somebody is installing, whose work it would sweep away.
  private func sweepIfAlone(
    _ root: borrowing InstallationRoot, _ releases: borrowing ReleaseStore
  ) throws(InstallerError) -> [Notice] {
    try root.installingIfAlone { () throws(InstallerError) in
      try Sweep(now: environment.now(), partLifetime: settings.partLifetime).run(root, releases)
    } ?? []
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
    try StateFile.pointer.write(next, in: root.folder)
  }

  private func result(
    of choice: LaunchChoice, _ token: LaunchToken, _ builtIn: BuiltInRelease?,
    _ releases: borrowing ReleaseStore,
    _ notices: [Notice]
  ) -> LaunchResult {
    switch choice.target {
    case .installed(let record):
      let launch = Launch(
        folder: releases.path(of: record), entryFile: record.entryFile, version: record.version.description,
        token)
      return LaunchResult(outcome: .installed, launch: launch, notices: notices)
    case .builtIn:
      let launch = builtIn.map {
        Launch(folder: $0.folder, entryFile: $0.entryFile, version: $0.version, token)
      }
      return LaunchResult(outcome: .builtIn, launch: launch, notices: notices)
    case .nothing:
      return LaunchResult(outcome: .nothingInstalled, launch: nil, notices: notices)
    }
  }
}

extension Launch {
  fileprivate init(folder: String, entryFile: String, version: String?, _ token: LaunchToken) {
    self.folder = folder
    self.entryFile = entryFile
    self.version = version
    self.token = token.text
    let path = entryFile.split(separator: "/").map { PercentEncoding.encode(String($0)) }.joined(
      separator: "/")
    url = "/\(path)?webReleaseVersion=\(PercentEncoding.encode(version ?? "built-in"))"
  }
}
