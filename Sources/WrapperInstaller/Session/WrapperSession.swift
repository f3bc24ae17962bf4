import ReleaseModel

/// One run of a wrapper: what it started, how the update stands, and the way from the running release into an installed
/// one and back.
///
/// ```swift
/// let session = WrapperSession(installer, wrapperVersion: "4.6.0", content: server)
/// try await session.start()
/// try await session.watch()        // until the page confirmed, or its release was taken back and another one runs
/// ```
public actor WrapperSession {
  /// The lowest wrapper version that can start another release while it runs.
  public static let restartingWrapperVersion = "4.5.0"

  let installer: ReleaseInstaller
  let wrapperVersion: String
  private let content: any LocalContent
  private var clock = ForegroundClock()
  private var isRestarting = false
  /// What was told to those who follow the state, and to whom the next one is told.
  private var told: UpdateState?
  private var followers: [Int: AsyncStream<UpdateState>.Continuation] = [:]
  private var lastFollower = 0
  private var nap: Task<Void, Never>?
  /// The page of the running launch ended by itself.
  private var hasCrashed = false

  /// What runs; nil before the start, and when nothing is there.
  public private(set) var launch: Launch?

  /// The app is in the foreground from the beginning.
  public init(_ installer: ReleaseInstaller, wrapperVersion: String, content: any LocalContent) {
    self.installer = installer
    self.wrapperVersion = wrapperVersion
    self.content = content
    clock.enter(at: installer.environment.uptime())
  }

  /// Begins a launch, and serves and shows it.
  @discardableResult
  public func start() async throws -> LaunchResult {
    let result = try await begin(holdingBack: nil)
    if let launch { try await content.start(launch) }
    tell(try await installer.updateState())
    return result
  }

  /// How the update stands.
  public func state() async throws(InstallerError) -> UpdateState {
    if let told { return told }
    return try await installer.updateState()
  }

  /// The states from now on, the one of now first if it is known.
  public func states() -> AsyncStream<UpdateState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: UpdateState.self, bufferingPolicy: .bufferingNewest(64))
    lastFollower += 1
    let number = lastFollower
    followers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.unfollow(number) } }
    if let told { continuation.yield(told) }
    return stream
  }

  /// Asks the server, and installs what it offers.
  public func checkForUpdate(from source: ReleaseSource) async throws(InstallerError) -> InstallResult {
    let (steps, continuation) = AsyncStream.makeStream(
      of: InstallProgress.self, bufferingPolicy: .bufferingNewest(64))
    let telling = Task { for await step in steps { tell(step) } }
    let result: Result<InstallResult, InstallerError>
    do throws(InstallerError) {
      result = .success(try await installer.install(from: source) { continuation.yield($0) })
    } catch {
      result = .failure(error)
    }
    continuation.finish()
    await telling.value
    tell(try await installer.updateState())
    return try result.get()
  }

  /// Takes the page's word that its release works.
  public func confirm(token: String) async throws(InstallerError) -> Confirmation {
    let confirmation = try await installer.confirm(token: token)
    nap?.cancel()
    return confirmation
  }

  /// The user turned to the app.
  public func enterForeground() {
    clock.enter(at: installer.environment.uptime())
    nap?.cancel()
  }

  /// The user turned to something else.
  public func enterBackground() async throws(InstallerError) {
    clock.leave(at: installer.environment.uptime())
    guard let launch else { return }
    _ = try await installer.report(.background(after: takeTime()), token: launch.token)
  }

  /// The page ended by itself. `watch` and a restart find out and act.
  public func pageCrashed() {
    hasCrashed = true
    nap?.cancel()
  }

  /// The app ends because the user closes it.
  public func end() async throws(InstallerError) {
    if let launch {
      let report = try await installer.report(.foreground(for: takeTime()), token: launch.token)
      if report.outcome != .takenBack {
        _ = try await installer.report(.ended(.byUser), token: launch.token)
      }
    }
    await content.stop()
    for follower in followers.values { follower.finish() }
    followers = [:]
  }

  /// Waits until the running release needs no more watching. One that is taken back meanwhile is replaced by what is there
  /// instead, which is served and shown. Returns why; nil when all is well.
  @discardableResult
  public func watch() async throws -> String? {
    guard let launch, let trouble = try await trouble(of: launch) else { return nil }
    try await replace(after: trouble, tried: nil)
    return trouble.code
  }

  /// Starts the installed update in place of what runs, and waits for its page's word. When it does not start or does not
  /// confirm, what is there instead runs again, and the state is `updateFailed`.
  public func restartWithInstalledUpdate() async throws -> RestartResult {
    guard !isRestarting else { return RestartResult(outcome: .inProgress, code: nil, launch: launch) }
    isRestarting = true
    defer { isRestarting = false }
    guard try isAbleToRestart() else {
      return RestartResult(outcome: .unsupported, code: nil, launch: launch)
    }
    let update = try await installer.installedUpdate(besides: launch, wrapperVersion: wrapperVersion)
    guard let update else { return RestartResult(outcome: .noUpdateInstalled, code: nil, launch: launch) }
    tell(.restarting)
    if let launch { _ = try await installer.report(.ended(.byUser), token: launch.token) }
    await content.stop()
    if let trouble = try await run(update) {
      try await replace(after: trouble, tried: update)
      return RestartResult(outcome: .restored, code: trouble.code, launch: launch)
    }
    tell(try await installer.updateState())
    return RestartResult(outcome: .restarted, code: nil, launch: launch)
  }
}

extension WrapperSession {
  /// Why a release does not go on.
  struct Trouble {
    let code: String
    /// Whether its content is blocked, so that it is not to be tried again.
    let isBlocked: Bool
  }

  /// Whether this wrapper can start another release while it runs.
  nonisolated func isAbleToRestart() throws(InstallerError) -> Bool {
    do throws(ModelError) {
      return try SemanticVersion(parsing: wrapperVersion)
        >= SemanticVersion(parsing: Self.restartingWrapperVersion)
    } catch {
      throw InstallerError(.invalidConfiguration, during: .configuration, error.message, cause: error)
    }
  }

  private func begin(holdingBack tried: ReleaseRecord?) async throws(InstallerError) -> LaunchResult {
    let result = try await installer.beginLaunch(wrapperVersion: wrapperVersion, holdingBack: tried)
    launch = result.launch
    hasCrashed = false
    _ = takeTime()
    return result
  }

  /// Starts the update; nil when its page has confirmed.
  private func run(_ update: ReleaseRecord) async throws -> Trouble? {
    let result = try await begin(holdingBack: nil)
    guard let launch, launch.treeSha256 == update.tree.sha256.description else {
      let why = result.notices.first { $0.code != .layoutRepaired && $0.code != .leftoversRemoved }
      return Trouble(code: why?.code.rawValue ?? Notice.Code.fallbackUsed.rawValue, isBlocked: false)
    }
    do {
      try await content.start(launch)
    } catch {
      return try await ended(launch, because: "content_not_served")
    }
    return try await trouble(of: launch)
  }

  /// Waits for the page's word; nil when none is needed any more.
  private func trouble(of launch: Launch) async throws(InstallerError) -> Trouble? {
    while launch.token == self.launch?.token {
      if hasCrashed { return try await ended(launch, because: "page_crashed") }
      let report = try await installer.report(.foreground(for: takeTime()), token: launch.token)
      switch report.outcome {
      case .waiting: await doze(report.remainingMilliseconds ?? 0)
      case .takenBack:
        return Trouble(
          code: report.takenBack?.code ?? LaunchFailure.Code.readyTimeout.rawValue, isBlocked: true)
      case .healthy, .builtIn, .ended, .staleToken, .notRecorded, .noLaunch, .releaseGone: return nil
      }
      if Task.isCancelled { return nil }
    }
    return nil
  }

  private func ended(_ launch: Launch, because code: String) async throws(InstallerError) -> Trouble {
    let report = try await installer.report(.ended(.crashed), token: launch.token)
    if let failure = report.takenBack { return Trouble(code: failure.code, isBlocked: true) }
    return Trouble(code: code, isBlocked: false)
  }

  /// Starts what is there instead.
  private func replace(after trouble: Trouble, tried: ReleaseRecord?) async throws {
    await content.stop()
    try await installer.noteFailedUpdate(trouble.code, retryable: !trouble.isBlocked)
    _ = try await begin(holdingBack: trouble.isBlocked ? nil : tried)
    if let launch { try await content.start(launch) }
    tell(.updateFailed(code: trouble.code, retryable: !trouble.isBlocked))
  }

  /// Sleeps until the page's time may be over, a second at most, or until something happens. In the background only what
  /// happens counts, and a second passes as well as another.
  private func doze(_ milliseconds: Int) async {
    let time = min(max(.milliseconds(milliseconds), .milliseconds(100)), Duration.seconds(1))
    let nap = Task { [wait = installer.environment.wait] in await wait(time) }
    self.nap = nap
    await withTaskCancellationHandler {
      await nap.value
    } onCancel: {
      nap.cancel()
    }
  }

  private func takeTime() -> Duration { clock.take(at: installer.environment.uptime()) }

  private func tell(_ progress: InstallProgress) {
    switch progress {
    case .checking: tell(UpdateState.checking)
    case .downloading(let bytes, let total): tell(UpdateState.downloading(bytes: bytes, total: total))
    case .unpacking, .activating: break
    }
  }

  private func tell(_ state: UpdateState) {
    guard state != told else { return }
    told = state
    for follower in followers.values { follower.yield(state) }
  }

  private func unfollow(_ number: Int) { followers[number] = nil }
}
