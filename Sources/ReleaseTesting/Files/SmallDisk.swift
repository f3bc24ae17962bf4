import Foundation

/// A tmpfs of a fixed size, mounted on a folder that exists until `unmount()`. Only root may mount; tests that need
/// one are skipped elsewhere.
package final class SmallDisk: Sendable {
  private let path: String

  /// Whether this process may mount.
  package static let isAllowed: Bool = {
    guard let folder = try? TemporaryFolder(), mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else {
      return false
    }
    umount2(folder.path, 0)
    return true
  }()

  /// Mounts one at `path`.
  package init(at path: String, kilobytes: Int) throws {
    self.path = path
    try Self.check(mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k,mode=755"))
  }

  /// Fills the disk but for so much.
  package func leave(kilobytes: Int) throws {
    let free = try blocks { $0.f_bavail } * blocks { $0.f_frsize }
    try Data(repeating: 1, count: max(0, free - kilobytes << 10)).write(to: filler)
  }

  /// Takes away every file and folder that could still be made, but for so many.
  package func leave(files count: Int) throws {
    let used = try blocks { $0.f_files } - blocks { $0.f_ffree }
    try Self.check(mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "nr_inodes=\(used + count)"))
  }

  /// Makes room again.
  package func makeRoom() throws { try FileManager.default.removeItem(at: filler) }

  /// Refuses every write from now on, or lets them through again.
  package func set(readOnly: Bool) throws {
    let flags = readOnly ? MS_REMOUNT | MS_RDONLY : MS_REMOUNT
    try Self.check(mount("tmpfs", path, "tmpfs", UInt(flags), nil))
  }

  /// Takes the disk away, with all that is on it.
  package func unmount() { umount2(path, Int32(MNT_DETACH)) }

  private var filler: URL { URL(fileURLWithPath: "\(path)/filler") }

  private func blocks(_ member: (statvfs) -> some BinaryInteger) throws -> Int {
    var information = statvfs()
    try Self.check(statvfs(path, &information))
    return Int(member(information))
  }

  private static func check(_ status: Int32) throws {
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}
