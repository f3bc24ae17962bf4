import Cryptography
import Glibc
import HTTPClient
import ReleaseBundle
import ReleaseModel

/// What a device takes from the world besides the network and its folder; tests put their own in.
struct DeviceEnvironment: Sendable {
  /// The time of day. It dates records and ages left-overs; no decision about releases depends on it.
  var now: @Sendable () -> Timestamp
  /// The bytes that this app may still write at a path.
  var freeBytes: @Sendable (_ path: String) throws(InstallerError) -> UInt64
  /// Bytes that nobody can guess.
  var random: @Sendable (_ count: Int) throws(InstallerError) -> [UInt8]
  /// The client's own surroundings.
  var http: HTTPClientEnvironment
  /// Whether what the server offers counts as signed although no root is asked for: only while a simulated device is made
  /// what it was before.
  var vouchesForReleases = false
  /// Where the disk fills up while a release is fetched and unpacked: only in simulations.
  var room: DiskRoom?
  /// A clock that only goes forward and stands still while the device sleeps, for foreground time.
  var uptime: @Sendable () -> Duration = systemUptime
  /// Lets time pass, as long as the task is not cancelled.
  var wait: @Sendable (Duration) async -> Void = systemWait

  /// The system's own.
  static let system = DeviceEnvironment(
    now: { Timestamp(secondsSinceEpoch: Int64(time(nil))) },
    freeBytes: { (path) throws(InstallerError) in try systemFreeBytes(at: path) },
    random: { (count) throws(InstallerError) in
      do throws(CryptographyError) {
        return try randomBytes(count: count)
      } catch {
        throw InstallerError(error, during: .configuration)
      }
    },
    http: .system)

  private static let start = SuspendingClock.now

  @Sendable private static func systemUptime() -> Duration { start.duration(to: .now) }

  @Sendable private static func systemWait(_ time: Duration) async {
    do {
      try await ContinuousClock().sleep(for: time)
    } catch {
      // Only the end of the task cuts a wait short, and whoever ended it knows.
    }
  }

  private static func systemFreeBytes(at path: String) throws(InstallerError) -> UInt64 {
    var information = statvfs()
    _ = try systemCall { statvfs(path, &information) }
      .orThrow("cannot measure the free space at", path: path, stage: .space)
    return UInt64(information.f_bavail) * UInt64(information.f_frsize)
  }
}
