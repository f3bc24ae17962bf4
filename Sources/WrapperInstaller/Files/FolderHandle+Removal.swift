import Glibc

extension FolderHandle {
  /// Removes a file, a link or a folder with everything in it, however deep; nothing to do when it is not there.
  func remove(_ name: String) throws(InstallerError) {
    guard let number = try unlink(name) else { return }
    guard let tree = try existingFolder(name) else { throw removalFailure(number, name) }
    var lifted = 0
    var liftedBefore: Int
    repeat {
      liftedBefore = lifted
      try tree.empty(depth: 1, top: tree.descriptor, &lifted)
    } while lifted > liftedBefore
    try removeEmptyFolder(name)
  }

  /// Removes everything but what has one of these names.
  func keepOnly(_ kept: [String]) throws(InstallerError) {
    for name in try names() where !kept.contains(name) { try remove(name) }
  }

  /// How many folders are open within each other at most: far fewer than the descriptors that an app may have.
  private static var maximumDepth: Int { 32 }

  /// Removes what is in this folder. A folder that is too deep is moved up to `top`, to be removed in another round.
  private func empty(depth: Int, top: Int32, _ lifted: inout Int) throws(InstallerError) {
    try forEachName { (child) throws(InstallerError) in
      guard let number = try unlink(child) else { return }
      if depth == Self.maximumDepth {
        try lift(child, to: top, &lifted)
      } else {
        guard let inner = try existingFolder(stored: child) else { throw removalFailure(number, child) }
        try inner.empty(depth: depth + 1, top: top, &lifted)
        try removeEmptyFolder(child)
      }
    }
  }

  private func lift(_ name: UnsafePointer<CChar>, to top: Int32, _ lifted: inout Int) throws(InstallerError) {
    while true {
      lifted += 1
      if renameat(descriptor, name, top, ".lifted-\(lifted)") == 0 || errno == ENOENT { return }
      // Whatever has that name already makes it the next number's turn.
      guard [EEXIST, ENOTEMPTY, ENOTDIR].contains(errno) else { throw removalFailure(errno, name) }
    }
  }

  /// Removes what is no folder; the `errno` when it seems to be one.
  private func unlink(_ name: UnsafePointer<CChar>) throws(InstallerError) -> Int32? {
    if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return nil }
    // Linux says EISDIR for a folder, POSIX says EPERM.
    let number = errno
    guard number == EISDIR || number == EPERM else { throw removalFailure(number, name) }
    return number
  }

  private func removeEmptyFolder(_ name: UnsafePointer<CChar>) throws(InstallerError) {
    if unlinkat(descriptor, name, AT_REMOVEDIR) != 0, errno != ENOENT { throw removalFailure(errno, name) }
  }

  private func removalFailure(_ number: Int32, _ name: UnsafePointer<CChar>) -> InstallerError {
    failure(number, "cannot remove", String(cString: name))
  }
}
