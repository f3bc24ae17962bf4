import Foundation

/// Runs `body` while reading the file at `path` fails with EIO. What is mounted over it is a regular file to look at,
/// and its first byte lies at an address that no process has.
func withUnreadable(_ path: String, _ body: () throws -> Void) throws {
  guard mount("/proc/self/mem", path, nil, UInt(MS_BIND), nil) == 0 else {
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
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
