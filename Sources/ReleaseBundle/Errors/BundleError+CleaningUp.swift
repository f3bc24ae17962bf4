extension BundleError {
  /// This error, after `cleanUp` removed what was made before it happened. When that fails too, the error keeps its
  /// code and says that `leftover` is still there.
  func cleaningUp(_ leftover: String, _ cleanUp: () throws(BundleError) -> Void) -> BundleError {
    do throws(BundleError) {
      try cleanUp()
      return self
    } catch {
      return BundleError(
        code, "\(message); \(leftover) is still there, because this failed too: \(error.message)",
        findings: findings,
        cause: cause)
    }
  }
}
