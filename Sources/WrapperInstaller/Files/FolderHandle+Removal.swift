import Glibc

extension FolderHandle {
  /// Removes a file, a link or a folder with everything in it; nothing to do when it is not there.
  func remove(_ name: String) throws(InstallerError) { try remove(name, depth: 0) }

  /// Deeper than any tree that inspection lets through, and shallow enough for open descriptors.
  private static var maximumDepth: Int { 200 }

  private func remove(_ name: UnsafePointer<CChar>, depth: Int) throws(InstallerError) {
    if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return }
    // Linux says EISDIR for a folder, POSIX says EPERM.
    let number = errno
    guard number == EISDIR || number == EPERM else { throw removalFailure(number, name) }
    guard depth < Self.maximumDepth, let inner = try existingFolder(String(cString: name)) else {
      throw removalFailure(number, name)
    }
    try inner.forEachName { (child) throws(InstallerError) in try inner.remove(child, depth: depth + 1) }
    if unlinkat(descriptor, name, AT_REMOVEDIR) != 0, errno != ENOENT { throw removalFailure(errno, name) }
  }

  private func removalFailure(_ number: Int32, _ name: UnsafePointer<CChar>) -> InstallerError {
    failure(number, "cannot remove", String(cString: name))
  }
}
