import Synchronization

/// Serves the files of launches on 127.0.0.1, with the bridge, for any browser or web view.
///
/// ```swift
/// let site = try LocalSite(installer, platform: "ios", wrapperVersion: "4.6.0", show: { open($0) })
/// let session = WrapperSession(installer, wrapperVersion: "4.6.0", content: site)
/// site.connect(try await Bridge(session, source: source))
/// try await session.start()
/// ```
public final class LocalSite: LocalContent {
  private struct State {
    var bridge: Bridge?
    var address: String?
  }

  private let installer: ReleaseInstaller
  private let platform: String
  private let wrapperVersion: String
  private let initialPath: String
  private let server: LocalContentServer
  private let pageOpened: @Sendable () -> Void
  private let show: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Checks the facts and serves nothing yet; fails with `invalid_configuration`, naming the fact.
  ///
  /// - Parameters:
  ///   - platform: `ios` or `android`.
  ///   - initialPath: where in the app to open, as in `WrapperFacts.initialPath`.
  ///   - port: the port to listen on; 0 for any free one, which stays the same as long as it is free.
  ///   - show: called with the address to open whenever a launch is served: open it in the web view.
  ///   - pageOpened: called whenever somebody opens the page, from a thread of the server.
  ///   - failed: told of answers that failed for a reason of this device, such as a file that changed, for a log.
  public init(
    _ installer: ReleaseInstaller, platform: String, wrapperVersion: String, initialPath: String = "/",
    port: UInt16 = 0, show: @escaping @Sendable (String) -> Void = { _ in },
    pageOpened: @escaping @Sendable () -> Void = {}, failed: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(InstallerError) {
    let facts = try WrapperFacts(
      platform: platform, wrapperVersion: wrapperVersion, webReleaseVersion: nil, initialPath: initialPath)
    self.installer = installer
    self.platform = facts.platform
    self.wrapperVersion = facts.wrapperVersion
    self.initialPath = facts.initialPath
    server = LocalContentServer(port: port, failed: failed)
    self.show = show
    self.pageOpened = pageOpened
  }

  /// Says who answers the pages' messages. To be called before the first start.
  public func connect(_ bridge: Bridge) { state.withLock { $0.bridge = bridge } }

  /// What to open for the launch that is served: `http://127.0.0.1:PORT/…?webReleaseVersion=…`; nil when none is.
  public var address: String? { state.withLock { $0.address } }

  /// Serves the files of a launch, and no longer those of the one before.
  public func start(_ launch: Launch) async throws {
    let facts = try WrapperFacts(
      platform: platform, wrapperVersion: wrapperVersion, webReleaseVersion: launch.version,
      initialPath: initialPath)
    guard let bridge = state.withLock({ $0.bridge }) else {
      throw InstallerError(
        .invalidConfiguration, during: .launch, "the site has no bridge; connect one before the first start")
    }
    let tree = try await installer.content(of: launch)
    let content = ServedContent(
      tree: tree, version: launch.treeSha256 == nil ? nil : launch.version,
      bridge: LaunchBridge(bridge, facts: facts, token: launch.token, url: launch.url),
      pageOpened: pageOpened)
    let address = try await BlockingWork.run { [server] (_) throws(InstallerError) in
      try server.start(content) + launch.url
    }
    state.withLock { $0.address = address }
    show(address)
  }

  /// Ends serving.
  public func stop() async {
    state.withLock { $0.address = nil }
    await BlockingWork.finish { [server] in server.stop() }
  }

  /// Ends serving, and lets go of the bridge, which holds the session that holds this site.
  public func end() async {
    await stop()
    state.withLock { $0.bridge = nil }
  }
}
