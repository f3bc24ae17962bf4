extension BundleError {
  /// The archive or folder `shownPath` breaks rules.
  init(rejecting shownPath: String, _ findings: [BundleFinding]) {
    let errors = findings.filter { $0.severity == .error }
    let first = errors.first.map { ", first: \($0)" } ?? ""
    self.init(
      .bundleRejected, "'\(shownPath)' is not an acceptable bundle: \(errors.count) findings\(first)",
      findings: findings)
  }
}
