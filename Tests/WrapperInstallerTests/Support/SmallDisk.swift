import Foundation
import ReleaseTesting

/// A tmpfs of a fixed size, mounted on a folder that exists.
final class SmallDisk {
  private let path: String

  /// Whether this process may mount.
  static let isAllowed: Bool = {
    guard let folder = try? TemporaryFolder(), mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else {
      return false
    }
    umount2(folder.path, 0)
    return true
  }()

  init(at path: String, kilobytes: Int) throws {
    self.path = path
    try Self.check(mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k,mode=755"))
  }

  /// Fills the disk but for so much.
  func leave(kilobytes: Int) throws {
    var information = statvfs()
    try Self.check(statvfs(path, &information))
    let free = Int(information.f_bavail) * Int(information.f_frsize)
    try Data(repeating: 1, count: max(0, free - kilobytes << 10)).write(to: filler)
  }

  /// Takes away every file and folder that could still be made.
  func leaveNoFiles() throws {
    try Self.check(mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "nr_inodes=\(try inodes())"))
  }

  /// Makes room again.
  func makeRoom() throws { try FileManager.default.removeItem(at: filler) }

  /// Refuses every write from now on, or lets them through again.
  func set(readOnly: Bool) throws {
    let flags = readOnly ? MS_REMOUNT | MS_RDONLY : MS_REMOUNT
    try Self.check(mount("tmpfs", path, "tmpfs", UInt(flags), nil))
  }

  func unmount() { umount2(path, Int32(MNT_DETACH)) }

  private var filler: URL { URL(fileURLWithPath: "\(path)/filler") }

  private func inodes() throws -> Int {
    var information = statvfs()
    try Self.check(statvfs(path, &information))
    return Int(information.f_files - information.f_ffree)
  }

  fileprivate static func check(_ status: Int32) throws {
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}

/// Runs `body` while reading the file at `path` fails with EIO. What is mounted over it is a regular file to look at,
/// and its first byte lies at an address that no process has.
func withUnreadable(_ path: String, _ body: () throws -> Void) throws {
  try SmallDisk.check(mount("/proc/self/mem", path, nil, UInt(MS_BIND), nil))
  defer { umount2(path, Int32(MNT_DETACH)) }
  try body()
}

/// Runs `body` with the rights of nobody on the file system. They belong to the thread (setfsuid(2)), so that tests
/// beside this one keep theirs.
func asNobody<Value>(_ body: () throws -> Value) throws -> Value {
  // Glibc's module leaves out <sys/fsuid.h>.
  let symbol = dlsym(nil, "setfsuid")
  typealias SetFileSystemUser = @convention(c) (uid_t) -> Int32
  guard let symbol else { throw POSIXError(.ENOSYS) }
  let setFileSystemUser = unsafeBitCast(symbol, to: SetFileSystemUser.self)
  _ = setFileSystemUser(65_534)
  defer { _ = setFileSystemUser(geteuid()) }
  return try body()
}
