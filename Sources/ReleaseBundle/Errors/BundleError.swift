/// Work on a bundle that failed: what happened, to which thing, and what to do next.
package struct BundleError: Error, Sendable, Hashable {
  /// What went wrong, for a program.
  package let code: BundleErrorCode
  /// Which thing, why, and what to do next, for a person.
  package let message: String
  /// What the bundle or the folder breaks; empty unless the code is `bundle_rejected` or `tree_mismatch`.
  package let findings: [BundleFinding]
  /// The system's `errno`, when a system call failed.
  package let cause: Int32?

  package init(
    _ code: BundleErrorCode, _ message: String, findings: [BundleFinding] = [], cause: Int32? = nil
  ) {
    self.code = code
    self.message = message
    self.findings = findings
    self.cause = cause
  }
}

extension BundleError: CustomStringConvertible {
  package var description: String {
    findings.isEmpty ? message : ([message] + findings.map { "  \($0)" }).joined(separator: "\n")
  }
}
