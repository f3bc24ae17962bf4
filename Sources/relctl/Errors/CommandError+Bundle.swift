import ReleaseBundle

extension CommandError {
  /// A bundle that was refused, or that could not be read or written.
  init(_ error: BundleError) {
    let status: ExitStatus =
      switch error.code {
      case .bundleRejected, .archiveMismatch, .treeMismatch, .changedWhileReading: .integrity
      case .notFound, .wrongFileType, .permissionDenied, .diskFull, .tooManyOpenFiles, .inputOutputFailed,
        .stagingNotEmpty, .outputInsideFolder, .invalidLimit, .outOfMemory:
        .failed
      }
    self.init(
      status, error.code.rawValue, error.message,
      details: error.findings.filter { $0.severity == .error }.map(Detail.init))
  }
}

extension CommandError.Detail {
  init(_ finding: BundleFinding) {
    self.init(field: finding.entry ?? "archive", code: finding.code.rawValue, detail: finding.detail)
  }
}
