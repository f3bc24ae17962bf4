import ReleaseBundle

extension InstallerError {
  /// The one place that gives a failure to unpack or to verify a tree the device's code.
  init(_ error: BundleError, during stage: InstallStage) {
    let code: Code =
      switch error.code {
      case .bundleRejected, .invalidLimit: .bundleRejected
      case .archiveMismatch: .hashMismatch
      case .treeMismatch: .treeMismatch
      case .diskFull: .diskFull
      case .permissionDenied: .permissionDenied
      case .tooManyOpenFiles: .tooManyOpenFiles
      case .notFound, .wrongFileType, .inputOutputFailed, .changedWhileReading, .stagingNotEmpty,
        .outputInsideFolder, .outOfMemory:
        stage == .extraction ? .extractionFailed : .storageFailed
      }
    self.init(code, during: stage, error.description, cause: error)
  }
}
