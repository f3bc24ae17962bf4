import Glibc

/// An open descriptor with exactly one owner, closed when the owner ends.
struct OwnedDescriptor: ~Copyable {
  /// The number, for calls made while the owner lives.
  let number: Int32

  init(adopting number: Int32) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Closes it now, and says so when that fails, which is how some file systems report that a write was lost.
  consuming func close(_ action: @autoclosure () -> String) throws(BundleError) {
    let number = number
    discard self
    // Not tried again after EINTR: Linux has freed the number by then (close(2)).
    guard Glibc.close(number) == -1 else { return }
    let failure = errno
    guard failure != EINTR else { return }
    throw BundleError(couldNot: action(), errno: failure)
  }
}
