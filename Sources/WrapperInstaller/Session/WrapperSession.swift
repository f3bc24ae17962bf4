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
  let content: any LocalContent
  private var clock = ForegroundClock()
  /// Another release is being started in place of the one that ran; whoever does that also watches it.
  var isRestarting = false {
    didSet { if !isRestarting { endWaitingForRestart() } }
  }
  /// Those who wait for a restart to end.
  private var restartWaiters: [AsyncStream<Void>.Continuation] = []
  private var isChecking = false
  /// A check ended during a restart, and left it to that to tell how the update stands.
  var hasUntoldCheck = false
  /// What was told to those who follow the state, and to whom the next one is told.
  private var told: UpdateState?
  private var followers: [Int: AsyncStream<UpdateState>.Continuation] = [:]
  private var lastFollower = 0
  private var nap: Task<Void, Never>?
  /// The report that came last; the next one waits for it.
  var lastReport: Task<Result<LaunchReport, InstallerError>, Never>?
  /// The page of the running launch ended by itself.
  private(set) var hasCrashed = false

  /// What runs; nil before the start, and when nothing is there.
  public internal(set) var launch: Launch?
  /// The version of the update that the last restart was into, whether it came to run or not; nil before the first.
  public internal(set) var restartedVersion: String?

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
    tell(await standing())
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

  /// Asks the server, and installs what it offers. One check at a time: a second one fails with `install_in_progress`.
  public func checkForUpdate(from source: ReleaseSource) async throws(InstallerError) -> InstallResult {
    guard !isChecking else {
      throw InstallerError(
        .installInProgress, during: .check,
        "this app is checking for an update already; wait for that to end, then try again")
    }
    isChecking = true
    defer { isChecking = false }
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
    let standing = await standing(after: result)
    // A restart that began meanwhile says itself how it ends.
    if isRestarting { hasUntoldCheck = true } else { tell(standing) }
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

  /// The user turned to something else, or the system started the app without showing it: call this before `start` then. What
  /// the system ends in the background has not failed.
  public func enterBackground() async throws(InstallerError) {
    clock.leave(at: installer.environment.uptime())
    guard let launch else { return }
    _ = try await reportStanding(of: launch)
  }

  /// The page ended by itself. `watch` and a restart find out and act; where nobody watches, because the page had confirmed,
  /// `watch` again.
  public func pageCrashed() {
    hasCrashed = true
    nap?.cancel()
  }

  /// The app ends because the user closes it. Everything ends, also when that cannot be written down, which is the error.
  public func end() async throws(InstallerError) {
    let noted: Result<Void, InstallerError>
    do throws(InstallerError) {
      noted = .success(try await noteEnd())
    } catch {
      noted = .failure(error)
    }
    await content.end()
    for follower in followers.values { follower.finish() }
    followers = [:]
    try noted.get()
  }

  private func noteEnd() async throws(InstallerError) {
    guard let launch else { return }
    let report = try await reportStanding(of: launch)
    guard report.outcome != .takenBack else { return }
    _ = try await installer.report(.ended(.byUser), token: launch.token)
  }
}

extension WrapperSession {
  /// Begins a launch. What runs stays as it was when that fails.
  func begin(holdingBack tried: ReleaseRecord?) async throws(InstallerError) -> LaunchResult {
    let result = try await installer.beginLaunch(wrapperVersion: wrapperVersion, holdingBack: tried)
    launch = result.launch
    hasCrashed = false
    _ = takeTime()
    if let launch, !isInForeground { await reportBackground(of: launch) }
    return result
  }

  static let longestDoze = Duration.seconds(1)

  /// Sleeps until the page's time may be over, a second at most, or until something happens. In the background only what
  /// happens counts, and a second passes as well as another.
  func doze(_ time: Duration) async {
    let time = min(max(time, .milliseconds(100)), Self.longestDoze)
    let nap = Task { [wait = installer.environment.wait] in await wait(time) }
    self.nap = nap
    await withTaskCancellationHandler {
      await nap.value
    } onCancel: {
      nap.cancel()
    }
  }

  /// Whether the user looks at the app.
  var isInForeground: Bool { clock.isRunning }

  /// The foreground time since this was asked last.
  func takeTime() -> Duration { clock.take(at: installer.environment.uptime()) }

  /// Keeps foreground time that could not be written down for the next report, unless another launch began.
  func giveBack(_ time: Duration, of launch: Launch) {
    if launch.token == self.launch?.token { clock.giveBack(time) }
  }

  /// How the update stands on disk. What cannot be read is told as a failure; what was just installed is known all the same.
  func standing(after check: Result<InstallResult, InstallerError>? = nil) async -> UpdateState {
    do throws(InstallerError) {
      return try await installer.updateState()
    } catch {
      if case .success(let result)? = check, result.outcome == .installed { return .installed }
      return .updateFailed(code: error.code.rawValue, retryable: error.isRetryable)
    }
  }

  private func tell(_ progress: InstallProgress) {
    guard !isRestarting else { return }
    switch progress {
    case .checking: tell(UpdateState.checking)
    case .downloading(let bytes, let total): tell(UpdateState.downloading(bytes: bytes, total: total))
    case .unpacking, .activating: break
    }
  }

  /// Tells a state to those who follow it, once.
  func tell(_ state: UpdateState) {
    guard state != told else { return }
    told = state
    for follower in followers.values { follower.yield(state) }
  }

  /// Waits until no restart goes on, or until the task is cancelled.
  func waitForRestart() async {
    guard isRestarting else { return }
    let (end, waiter) = AsyncStream.makeStream(of: Void.self)
    restartWaiters.append(waiter)
    for await _ in end {}
  }

  private func endWaitingForRestart() {
    for waiter in restartWaiters { waiter.finish() }
    restartWaiters = []
  }

  private func unfollow(_ number: Int) { followers[number] = nil }
}
