import Cryptography
import Glibc

extension InstallerError {
  /// The one place that gives an `errno` of the device's file system a code and a next step.
  ///
  /// - Parameter task: what was being done, as in "cannot write the pointer".
  init(errno number: Int32, during stage: InstallStage, _ task: String, path: String) {
    let (code, advice): (Code, String) =
      switch number {
      case ENOSPC, EDQUOT: (.diskFull, "free some space and try again")
      case EACCES, EPERM, EROFS: (.permissionDenied, "let this app write there")
      case EMFILE, ENFILE: (.tooManyOpenFiles, "close some files and try again")
      case ENOTDIR, EISDIR, ELOOP:
        (.storageFailed, "something else stands in its place; move that away and try again")
      default: (.storageFailed, "try again; if it stays, check the disk")
      }
    self.init(
      code, during: stage, "\(task) '\(path)': \(String(cString: strerror(number))); \(advice)",
      cause: SystemFailure(errno: number))
  }

  init(_ error: CryptographyError, during stage: InstallStage) {
    self.init(.storageFailed, during: stage, error.message, cause: error)
  }
}

/// A system call's `errno`.
public struct SystemFailure: Error, Sendable, Hashable {
  /// The number, as in errno(3).
  public let errno: Int32
}
