extension BundleError {
  /// The archive or folder `shownPath` breaks rules.
  init(rejecting shownPath: String, _ findings: [BundleFinding]) {
    let errors = findings.filter { $0.severity == .error }
    let number = errors.count == 1 ? "" : "\(errors.count) findings, first: "
    self.init(
      .bundleRejected,
      "'\(shownPath)' is not an acceptable bundle: \(number)\(errors.first.map { "\($0)" } ?? "it breaks a rule")",
      findings: findings)
  }
}
