import HTTPClient
import ReleaseBundle
import ReleaseModel

extension Installation {
  /// Checks, and installs what is offered if it is to be taken. One installation at a time works in a folder.
  func install(
    from source: ReleaseSource, cancellation: Cancellation? = nil,
    progress: @escaping (InstallProgress) -> Void = { _ in }
  ) throws(InstallerError) -> InstallResult {
    let limits = try settings.limits()
    let root = try root(.reconciliation)
    let repairs = try LayoutRepair().run(root)
    return try root.installing { () throws(InstallerError) in
      let releases = try root.releases()
      let (state, found) = try reconcile(root, releases)
      var notices = repairs + found
      let builtIn = try presentBuiltIn(state.pointer, &notices)
      let client = client
      let trust = try trust(in: root, from: source, with: client, cancellation: cancellation)
      let facts = DeviceFacts(
        channel: source.channel, wrapperVersion: source.wrapperVersion, pointer: state.pointer,
        blocked: state.blocked, builtInVersion: try version(of: builtIn), hasBuiltIn: builtIn != nil,
        limits: limits, requiresSignatures: trust != nil)
      let performer = try InstallPerformer(
        root, source: source, trust: trust, client: client, answers: answers(of: source), limits: limits,
        environment: environment,
        cancellation: cancellation, report: progress)
      var run = InstallRun(facts, performer)
      let outcome = Result { () throws(InstallerError) in try run.run() }
      notices += note(outcome, heldBack: run.plan.heldBack, in: root)
      notices += report(outcome, offer: run.offer, from: source, in: root)
      let ending = try outcome.get()
      let pointer = try pointer(after: performer, root, releases, &notices)
      notices += Notice.aboutTrust(ending, isVerified: trust != nil, now: environment.now())
      return InstallResult(ending, facts, current: pointer.current, notices: notices)
    }
  }

  /// The pointer as it is on disk. Once this installation has written one, it has succeeded, and what fails afterwards
  /// is only a notice.
  private func pointer(
    after performer: InstallPerformer, _ root: borrowing InstallationRoot, _ releases: borrowing ReleaseStore,
    _ notices: inout [Notice]
  ) throws(InstallerError) -> CurrentPointer {
    do {
      return try root.withState { () throws(InstallerError) in
        try self.state(root, releases, isInstalling: true).pointer
      }
    } catch {
      guard let written = performer.written else { throw error }
      notices.append(Notice(.stateUnreadable, error.message))
      return written
    }
  }

  /// Asks whether the wrapper itself should be updated in the store.
  func checkNativeUpdate(
    from source: ReleaseSource, _ mode: ReadMode = .preferFresh, cancellation: Cancellation? = nil
  ) throws(InstallerError) -> NativeUpdateAdvice {
    try NativeUpdateCheck(client: client, cache: answers(of: source)).ask(
      source, mode, cancellation: cancellation)
  }

  /// Says what the server offers, for showing.
  func offeredRelease(
    from source: ReleaseSource, _ mode: ReadMode = .preferFresh, cancellation: Cancellation? = nil
  ) throws(InstallerError) -> ReleaseOffer {
    let (answer, kept) = try ReleaseCheck(client: client, cache: answers(of: source)).ask(
      source, mode, cancellation: cancellation)
    return ReleaseOffer(answer, kept)
  }

  /// Puts in order what earlier runs left, and writes the state down if that changed it. The caller holds the lock of
  /// the one that installs.
  func reconcile(
    _ root: borrowing InstallationRoot, _ releases: borrowing ReleaseStore
  ) throws(InstallerError) -> (DeviceState, [Notice]) {
    let state = try root.withState { () throws(InstallerError) in
      var state = try self.state(root, releases)
      let needsWriting = !state.notices.isEmpty || (builtIn != nil && state.pointer.builtIn != builtIn)
      if let builtIn { state.pointer.builtIn = builtIn }
      if state.isRebuilt { try releases.folder.sync() }
      if needsWriting { try root.point(to: state.pointer) }
      if state.notices.contains(where: { $0.code == .blockedListDamaged }) {
        try state.blocked.write(in: root)
      }
      try state.blocked.addMissingMarks(in: root)
      return state
    }
    let sweep = Sweep(now: environment.now(), partLifetime: settings.partLifetime)
    return (state, state.notices + (try sweep.run(root, releases)))
  }

  private var client: HTTPClient {
    HTTPClient(configuration: settings.httpConfiguration, environment: environment.http)
  }

  private func version(of builtIn: BuiltInRelease?) throws(InstallerError) -> SemanticVersion? {
    guard let text = builtIn?.version else { return nil }
    do {
      return try SemanticVersion(parsing: text)
    } catch {
      throw InstallerError(
        .invalidConfiguration, during: .configuration, "the built-in release: \(error.message)", cause: error)
    }
  }
}
