import Glibc

extension TrustError {
  /// A file or folder that could not be read or written.
  ///
  /// - Parameters:
  ///   - number: the value of `errno`.
  ///   - task: what failed, as in "cannot write".
  package init(errno number: Int32, _ task: String, _ path: String) {
    let (code, advice): (TrustErrorCode, String) =
      switch number {
      case ENOSPC, EDQUOT: (.diskFull, "free some space and try again")
      case EACCES, EPERM, EROFS: (.permissionDenied, "let this program write there")
      default: (.trustStoreFailed, "try again; if it stays, check the disk")
      }
    self.init(code, "\(task) '\(path)': \(String(cString: strerror(number))); \(advice)")
  }
}
