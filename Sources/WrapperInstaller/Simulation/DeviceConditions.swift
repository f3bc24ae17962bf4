import ReleaseBundle
import ReleaseModel

/// What is wrong around a simulated device, where it cannot be made wrong for real without being root.
package struct DeviceConditions: Sendable, Hashable {
  /// By how many seconds the device's clock is wrong.
  package var clockOffsetSeconds: Int64 = 0
  /// What the device finds when it measures its free disk space; nil for what is free.
  package var freeBytes: UInt64?
  /// After how many bytes of an archive and its files writing fails with `ENOSPC`; nil where the disk is full.
  package var roomBytes: UInt64?

  /// Whether what the device installs without a root counts as signed: it stands for what the device had before.
  package var vouchesForReleases = false

  package init() {}

  /// The system's own surroundings under these conditions.
  var environment: DeviceEnvironment {
    var environment = DeviceEnvironment.system
    let now = environment.now
    environment.now = { [clockOffsetSeconds] in
      Timestamp(secondsSinceEpoch: now().secondsSinceEpoch + clockOffsetSeconds)
    }
    if let freeBytes { environment.freeBytes = { (_) throws(InstallerError) in freeBytes } }
    environment.room = roomBytes.map(DiskRoom.init(bytes:))
    environment.vouchesForReleases = vouchesForReleases
    return environment
  }
}
