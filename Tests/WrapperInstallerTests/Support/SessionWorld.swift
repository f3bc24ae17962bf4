import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

/// Time that passes only while somebody waits.
final class TestTime: Sendable {
  private let uptime = Mutex(Duration.zero)

  var now: Duration { uptime.withLock { $0 } }

  func pass(_ time: Duration) { uptime.withLock { $0 += time } }
}

/// A page that does what the test wants when it is shown.
final class TestPage: LocalContent {
  private let shown = Mutex<[String]>([])
  private let onStart: @Sendable (Launch) async throws -> Void

  init(onStart: @escaping @Sendable (Launch) async throws -> Void = { _ in }) { self.onStart = onStart }

  /// What was shown, in order: versions, and `-` for an end.
  var log: [String] { shown.withLock { $0 } }

  func start(_ launch: Launch) async throws {
    shown.withLock { $0.append(launch.version ?? "built in") }
    try await onStart(launch)
  }

  func stop() async { shown.withLock { $0.append("-") } }
}

struct CannotServe: Error {}

/// A device, and what a session of it needs.
struct SessionWorld {
  let device: TestDevice
  let installer: ReleaseInstaller
  let registry: RegistrySimulator
  let folder: TemporaryFolder
  let time: TestTime

  func offer(_ version: String, _ sequence: Int64) throws {
    try registry.offer(SimulatedRelease(version, sequence: sequence, in: folder))
  }

  func session(_ page: TestPage, wrapperVersion: String = "4.5.0") -> WrapperSession {
    WrapperSession(installer, wrapperVersion: wrapperVersion, content: page)
  }

  /// A session that runs 1.0.0 and has installed 2.0.0.
  func updatedSession(_ page: TestPage) async throws -> WrapperSession {
    let session = session(page)
    try await session.start()
    try offer("2.0.0", 2)
    _ = try await session.checkForUpdate(from: device.source(registry.url))
    return session
  }
}

/// A device that runs 1.0.0, confirmed, in an environment whose waits make time pass.
///
/// - Parameter prepare: what else is to be so, before anything is installed.
func withSession(
  builtIn: Bool = true, _ prepare: (inout TestDevice) throws -> Void = { _ in },
  _ body: (SessionWorld) async throws -> Void
) async throws {
  let registry = try RegistrySimulator()
  defer { registry.stop() }
  let time = TestTime()
  var device = try TestDevice(builtIn: builtIn)
  device.installation.environment.uptime = { time.now }
  device.installation.environment.wait = { duration in time.pass(duration) }
  try prepare(&device)
  let world = SessionWorld(
    device: device, installer: ReleaseInstaller(device.installation), registry: registry,
    folder: try TemporaryFolder(), time: time)
  try world.offer("1.0.0", 1)
  try device.install(registry.url)
  let launch = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
  #expect(try device.installation.confirm(token: launch.token) == .confirmed)
  try await body(world)
}

/// The same on a disk of its own, which only root can make.
func withSessionOnDisk(_ body: (SessionWorld, SmallDisk) async throws -> Void) async throws {
  var disk: SmallDisk?
  defer { disk?.unmount() }
  try await withSession { device in
    disk = try SmallDisk(at: device.installation.documentsFolder, kilobytes: 2_048)
  } _: { world in
    try await body(world, #require(disk))
  }
}
