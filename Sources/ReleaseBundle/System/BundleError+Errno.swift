import Glibc

extension BundleError {
  /// The one place where the system's error numbers get this package's codes and advice.
  init(couldNot action: String, errno number: Int32) {
    let (code, advice): (BundleErrorCode, String?) =
      switch number {
      case ENOSPC, EDQUOT: (.diskFull, "free some space and try again")
      case EMFILE, ENFILE: (.tooManyOpenFiles, "raise the limit of open files and try again")
      case ENOENT: (.notFound, "check the path")
      case ELOOP: (.wrongFileType, "a link is in the way; name the thing itself")
      case ENOTDIR: (.wrongFileType, "a folder is needed there")
      case EISDIR: (.wrongFileType, "a file is needed there, not a folder")
      case EACCES, EPERM, EROFS: (.permissionDenied, "check the owner and the permissions")
      case ENOMEM: (.outOfMemory, nil)
      case EIO: (.inputOutputFailed, "the disk reports a fault; check it before trying again")
      default: (.inputOutputFailed, nil)
      }
    let reason = String(cString: strerror(number))
    let message = "could not \(action): \(reason)" + (advice.map { "; \($0)" } ?? "")
    self.init(code, message, cause: number)
  }
}
