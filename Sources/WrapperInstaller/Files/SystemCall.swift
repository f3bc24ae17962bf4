import Glibc

/// Calls until the call is not interrupted by a signal. Returns the result, or the `errno` of the failure.
func systemCall<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, SystemFailure> {
  while true {
    let value = call()
    if value >= 0 { return .success(value) }
    let number = errno
    if number != EINTR { return .failure(SystemFailure(errno: number)) }
  }
}
