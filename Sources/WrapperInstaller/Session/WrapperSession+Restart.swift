import ReleaseModel

/// The way from the running release into another one, and back.
extension WrapperSession {
  /// Waits until the running release needs no more watching. One that is taken back meanwhile is replaced by what is there
  /// instead, which is served and shown. Returns why; nil when all is well. A restart watches by itself; what runs after it is
  /// watched here again. While the disk takes nothing, the page's time goes on, and counts once it can be written down.
  ///
  /// Fails with `cancelled` when the task is cancelled; what runs goes on.
  @discardableResult
  public func watch() async throws -> String? {
    while true {
      await waitForRestart()
      if Task.isCancelled { throw Self.cancelledWatch }
      guard let launch else { return nil }
      let trouble = try await trouble(of: launch, outlastsDisk: true)
      if isRestarting || launch.token != self.launch?.token { continue }
      guard let trouble else { return nil }
      try await restarting { () async throws in try await replace(after: trouble) }
      return trouble.code
    }
  }

  /// Starts the installed update in place of what runs, and waits for its page's word. When it does not start or does not
  /// confirm, or when the disk fails meanwhile, what is there instead runs again, and the state is `updateFailed`.
  ///
  /// Fails with `cancelled` when the task is cancelled while the page is waited for: the update goes on, and `watch` waits
  /// for its page. Fails with another error when nothing can be served any more.
  public func restartWithInstalledUpdate() async throws -> RestartResult {
    guard !isRestarting else { return RestartResult(outcome: .inProgress, code: nil, launch: launch) }
    return try await restarting { () async throws in try await restarted() }
  }

  /// Runs `body` as the one that changes what runs. What a check found meanwhile is told after it.
  private func restarting<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    isRestarting = true
    hasUntoldCheck = false
    defer { isRestarting = false }
    let result: Result<Value, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    while hasUntoldCheck {
      hasUntoldCheck = false
      tell(await standing())
    }
    return try result.get()
  }
}

extension WrapperSession {
  /// Why a release does not go on.
  struct Trouble {
    let code: String
    /// Whether the same release may work another time; content that is blocked does not.
    let isRetryable: Bool

    init(code: String, isBlocked: Bool) {
      self.code = code
      isRetryable = !isBlocked
    }

    /// The device failed, which says nothing about the release.
    init(_ error: InstallerError) { self.init(code: error.code.rawValue, isBlocked: false) }

    /// What a page sees of it.
    var state: UpdateState { .updateFailed(code: code, retryable: isRetryable) }
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

  /// Starts the installed update, or says why not.
  private func restarted() async throws -> RestartResult {
    guard try isAbleToRestart() else {
      return RestartResult(outcome: .unsupported, code: nil, launch: launch)
    }
    let update = try await installer.installedUpdate(besides: launch, wrapperVersion: wrapperVersion)
    guard let update else { return RestartResult(outcome: .noUpdateInstalled, code: nil, launch: launch) }
    let before = launch
    restartedVersion = update.version.description
    tell(.restarting)
    if let failure = await endingFailure(of: before) {
      // Nothing was stopped yet, so what runs just goes on.
      await note(failure)
      tell(failure.state)
      return RestartResult(outcome: .restored, code: failure.code, launch: launch)
    }
    await content.stop()
    if let trouble = try await troubleRunning(update) {
      try await replace(after: trouble, tried: update, before: before)
      return RestartResult(outcome: .restored, code: trouble.code, launch: launch)
    }
    tell(await standing())
    return RestartResult(outcome: .restarted, code: nil, launch: launch)
  }

  /// Notes that the running launch is over; why that cannot be noted.
  private func endingFailure(of launch: Launch?) async -> Trouble? {
    guard let launch else { return nil }
    do throws(InstallerError) {
      _ = try await installer.report(.ended(.byUser), token: launch.token)
      return nil
    } catch {
      return Trouble(error)
    }
  }

  /// Starts the update; nil when its page has confirmed. Fails only with `cancelled`.
  private func troubleRunning(_ update: ReleaseRecord) async throws(InstallerError) -> Trouble? {
    do throws(InstallerError) {
      return try await run(update)
    } catch {
      guard error.code == .cancelled else { return Trouble(error) }
      tell(await standing())
      throw error
    }
  }

  private func run(_ update: ReleaseRecord) async throws(InstallerError) -> Trouble? {
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

  private static var cancelledWatch: InstallerError {
    InstallerError(
      .cancelled, during: .launch,
      "nobody waits for the page of this launch any more, and it has not confirmed its release; watch it again"
    )
  }

  /// Waits for the page's word; nil when none is needed any more.
  ///
  /// - Parameter outlastsDisk: whether to go on looking while the disk takes nothing.
  private func trouble(
    of launch: Launch, outlastsDisk: Bool = false
  ) async throws(InstallerError) -> Trouble? {
    while launch.token == self.launch?.token {
      let report: LaunchReport
      do throws(InstallerError) {
        if hasCrashed { return try await ended(launch, because: "page_crashed") }
        report = try await reportStanding(of: launch)
      } catch {
        guard outlastsDisk else { throw error }
        // A page that is gone is shown anew also when that cannot be written down.
        if hasCrashed { return Trouble(code: "page_crashed", isBlocked: false) }
        if Task.isCancelled { throw Self.cancelledWatch }
        await doze(Self.longestDoze)
        continue
      }
      switch report.outcome {
      case .waiting:
        // Whoever stops waiting has not heard the page's word.
        guard !Task.isCancelled else { throw Self.cancelledWatch }
        await doze(.milliseconds(report.remainingMilliseconds ?? 0))
      case .takenBack:
        return Trouble(
          code: report.takenBack?.code ?? LaunchFailure.Code.readyTimeout.rawValue, isBlocked: true)
      case .healthy, .builtIn, .ended, .staleToken, .notRecorded, .noLaunch, .releaseGone: return nil
      }
    }
    return nil
  }

  private func ended(_ launch: Launch, because code: String) async throws(InstallerError) -> Trouble {
    let report = try await installer.report(.ended(.crashed), token: launch.token)
    if let failure = report.takenBack { return Trouble(code: failure.code, isBlocked: true) }
    return Trouble(code: code, isBlocked: false)
  }

  /// Starts what is there instead: what the disk says, or, when it says nothing any more, what ran before.
  private func replace(
    after trouble: Trouble, tried: ReleaseRecord? = nil, before: Launch? = nil
  ) async throws {
    await content.stop()
    await note(trouble)
    defer { tell(trouble.state) }
    do throws(InstallerError) {
      _ = try await begin(holdingBack: trouble.isRetryable ? tried : nil)
    } catch {
      guard let before else { throw error }
      launch = before
    }
    if let launch { try await content.start(launch) }
  }

  /// Writes down for the next start of the app that an update failed. Where the disk takes nothing, the page that runs hears
  /// of it all the same.
  private func note(_ trouble: Trouble) async {
    do throws(InstallerError) {
      try await installer.noteFailedUpdate(trouble.code, retryable: trouble.isRetryable)
    } catch {}
  }
}
