import Glibc

/// Makes a system call, again as long as a signal interrupts it, and returns its result; a result of -1 is thrown as a
/// `BundleError` that says what could not be done, such as "open 'a.zip'".
@discardableResult
func systemCall<Value: SignedInteger>(
  _ action: @autoclosure () -> String, _ call: () -> Value
) throws(BundleError) -> Value {
  while true {
    let result = call()
    let failure = errno
    guard result == -1 else { return result }
    guard failure == EINTR else { throw BundleError(couldNot: action(), errno: failure) }
  }
}
