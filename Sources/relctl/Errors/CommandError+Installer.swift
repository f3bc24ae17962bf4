import WrapperInstaller

extension CommandError {
  /// A step on a simulated device that failed.
  init(_ error: InstallerError) {
    let status: ExitStatus =
      switch error.code {
      case .invalidConfiguration: .usage
      case .checkRefused, .downloadRefused: .refused
      case .checkFailed, .downloadUnreachable, .downloadInterrupted, .downloadTooSlow, .downloadUnavailable,
        .downloadFailed:
        .unreachable
      case .invalidAnswer, .wrongContent, .lengthMismatch, .hashMismatch, .bundleRejected, .treeMismatch,
        .entryFileMissing, .versionReused, .insecureDownload:
        .integrity
      case .installInProgress, .diskFull, .permissionDenied, .tooManyOpenFiles, .storageFailed,
        .pointerNotDurable, .cancelled,
        .sizeOverLimit, .notEnoughSpace, .extractionFailed, .localServerFailed,
        .outboxFull, .outboxEntryTooLarge, .outboxEntryNotFound, .outboxEntryBusy, .outboxEntryDamaged,
        .outboxSignedOut, .mutationIdReused, .signOutStopped:
        .failed
      }
    self.init(
      status, error.code.rawValue, "\(error.stage.rawValue): \(error.message)", hint: Self.hint(error))
  }

  private static func hint(_ error: InstallerError) -> String? {
    if error.code == .localServerFailed {
      return "name another port with --listen, or leave it out for any free one"
    }
    guard error.isRetryable, error.code != .pointerNotDurable, error.stage != .outbox else { return nil }
    return "the release that was current before still is; try again"
  }
}
