import Glibc
import ReleaseModel

extension DataFolder {
  /// Throws `disk_full` unless so many bytes may be written and `reserve` is left of the disk afterwards.
  func requireRoom(for bytes: UInt64, keeping reserve: UInt64) throws(RegistryError) {
    var disk = statvfs()
    try SystemCall.run("look at", path) { statvfs(path, &disk) }
    let (free, isHuge) = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
    guard isHuge || (free >= reserve && bytes <= free - reserve) else {
      throw RegistryError(
        .diskFull,
        "the disk of the data folder has \(free) bytes left, of which \(reserve) are kept for pauses and signatures, and "
          + "the upload needs \(bytes) more; nothing was changed; free space and try again")
    }
  }
}
