import Glibc

extension FolderHandle {
  /// Opens an existing folder; nil when there is none.
  static func existing(path: String, stage: InstallStage) throws(InstallerError) -> FolderHandle? {
    do throws(InstallerError) {
      return try FolderHandle(path: path, stage: stage)
    } catch {
      guard (error.cause as? SystemFailure)?.errno == ENOENT else { throw error }
      return nil
    }
  }

  /// Opens a folder, making it first when it is missing; the folder above has to be there. It is durable then.
  static func made(path: String, stage: InstallStage) throws(InstallerError) -> FolderHandle {
    if try existing(path: path, stage: stage) == nil,
      case .failure(let failure) = systemCall({ mkdir(path, 0o755) }), failure.errno != EEXIST
    {
      throw InstallerError(errno: failure.errno, during: stage, "cannot make the folder", path: path)
    }
    let folder = try FolderHandle(path: path, stage: stage)
    // Where the folder above may be crossed only, somebody else has made this one.
    if try folder.mayBeNew(), access(path + "/..", R_OK) == 0 {
      try FolderHandle(path: path + "/..", stage: stage).sync()
    }
    return folder
  }
}
