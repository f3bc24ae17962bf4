import Glibc

extension BuiltInRelease {
  /// Whether the entry file is there.
  func isPresent() throws(InstallerError) -> Bool {
    var attributes = stat()
    switch systemCall({ stat("\(folder)/\(entryFile)", &attributes) }) {
    case .success: return attributes.st_mode & S_IFMT == S_IFREG
    case .failure(let failure) where [ENOENT, ENOTDIR].contains(failure.errno): return false
    case .failure(let failure):
      throw InstallerError(errno: failure.errno, during: .launch, "cannot look at the built-in", path: folder)
    }
  }
}
