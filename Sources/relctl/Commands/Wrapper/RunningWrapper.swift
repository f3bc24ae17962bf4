import Synchronization
import WrapperInstaller

/// The app of `wrapper run`: what a native wrapper does around the library, with a person's browser in place of its web
/// view.
final class RunningWrapper: Sendable {
  private let device: WrapperDevice
  private let session: WrapperSession
  private let console: Console
  private let work = Mutex<[Task<Void, Never>]>([])

  init(_ device: WrapperDevice, openPath: String, port: UInt16, console: Console) async throws {
    self.device = device
    self.console = console
    let opening = PageOpening()
    let site = try LocalSite(
      device.installer, platform: device.platform, wrapperVersion: device.wrapperVersion,
      initialPath: openPath, port: port, show: { StandardError.write("serving on \($0)\n") },
      pageOpened: { opening.note() }, failed: { console.warn($0) })
    session = WrapperSession(device.installer, wrapperVersion: device.wrapperVersion, content: site)
    opening.follow(session)
    site.connect(
      try await Bridge(
        session, source: device.source, restartFailed: { console.warn("the restart failed: \($0)") },
        notKept: { console.warn("what was declined cannot be written down: \($0)") }))
  }

  /// Starts what is there, or what can be installed at once, and goes on in the background.
  func start() async throws {
    // Nobody looks at the page before it is opened, and until then its time does not count.
    try await session.enterBackground()
    var result = try await session.start()
    let isFresh = result.launch == nil
    var isAnswered = true
    if isFresh {
      isAnswered = try await check().outcome != .nothingInstalled
      result = try await session.start()
    }
    for line in DeviceReport.notices(result.notices) { console.note(line) }
    guard result.launch != nil else {
      throw CommandError(
        .failed, "nothing_installed",
        "this device has no release to start, and "
          + (isAnswered ? "was offered none" : "the registry did not answer"),
        hint: "\(isAnswered ? "publish one" : "see that the registry can be reached"), "
          + "or name the app's own with --built-in")
    }
    keepDoing { [self] in try await watch() }
    keepDoing { [self] in await tellRestarts() }
    keepDoing { [self] in try await tellWhatStays() }
    keepDoing { [device] in await device.reporting.keepSendingReports() }
    if !isFresh { keepDoing { [self] in try await check() } }
  }

  /// Closes the app.
  func end() async throws {
    for task in work.withLock({ $0 }) { task.cancel() }
    try await session.end()
  }

  private func keepDoing(_ body: @escaping @Sendable () async throws -> Void) {
    let task = Task { [console] in
      do {
        try await body()
      } catch {
        // What the end of the app cut short is no news.
        if !Task.isCancelled { console.warn("\(error)") }
      }
    }
    work.withLock { $0.append(task) }
  }

  @discardableResult
  private func check() async throws -> InstallResult {
    let result = try await session.checkForUpdate(from: device.source)
    console.note(result.message)
    for line in DeviceReport.notices(result.notices) { console.note(line) }
    return result
  }

  private func watch() async throws {
    while true {
      let watched = await session.launch
      guard let code = try await session.watch() else { return }
      await tell(of: watched?.version, code, isBlocked: true)
    }
  }

  /// Says of a release that fails, but stays because there is nothing else to start, that it does.
  private func tellWhatStays() async throws {
    var settled: String?
    while true {
      if let launch = await session.launch, launch.token != settled {
        let report = try await device.installer.report(.foreground(for: .zero), token: launch.token)
        let stays = report.notices.filter { $0.code == .nothingToGoBackTo }
        for line in DeviceReport.notices(stays) { console.note(line) }
        if report.outcome != .waiting || !stays.isEmpty { settled = launch.token }
      }
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// Says of a release that it failed, and what runs instead.
  private func tell(of version: String?, _ code: String, isBlocked: Bool) async {
    console.note(
      DeviceReport.failure(of: version, code, isBlocked: isBlocked, running: await session.launch))
  }

  private func tellRestarts() async {
    var isRestarting = false
    for await state in await session.states() {
      switch state {
      case .restarting: console.note("restarting into the installed update")
      // A release that fails without a restart is told of by whoever watches it.
      case .updateFailed(let code, let retryable) where isRestarting:
        await tell(of: session.restartedVersion, code, isBlocked: !retryable)
      case .updateFailed, .idle, .checking, .downloading, .installed: break
      }
      isRestarting = state == .restarting
    }
  }
}

/// Tells a session that somebody opened the page; the server that finds out is made before the session.
private final class PageOpening: Sendable {
  private let session = Mutex<WrapperSession?>(nil)

  func follow(_ session: WrapperSession) { self.session.withLock { $0 = session } }

  func note() {
    guard let session = session.withLock({ $0 }) else { return }
    Task { await session.enterForeground() }
  }
}
