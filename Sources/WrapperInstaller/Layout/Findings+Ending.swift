import ReleaseModel
import ReleaseTrust

extension Findings {
  /// Notes what an installation refused, and whether this device is held back.
  mutating func note(
    _ outcome: Result<InstallPlan.Ending, InstallerError>, heldBack missed: SignedRelease?, at time: Timestamp
  ) {
    noteFailedUpdate(outcome, at: time)
    switch outcome {
    case .success(.refused(let offer, let reason, let message)):
      lastRefusal = RefusalRecord(
        code: reason.rawValue, message: message, offeredVersion: offer.releaseVersion, refusedAt: time)
    case .success(.distrusted(let offer, let distrust)):
      lastRefusal = RefusalRecord(
        code: distrust.code.rawValue, message: distrust.message, offeredVersion: offer?.releaseVersion,
        refusedAt: time)
    case .failure(let error) where error.isRefusal:
      lastRefusal = RefusalRecord(
        code: error.code.rawValue, message: error.message, offeredVersion: nil, refusedAt: time)
    case .success(.took), .success(.alreadyCurrent), .success(.nothingOffered), .success(.offline), .failure:
      break
    }
    guard Self.saysWhatIsOffered(outcome) else { return }
    heldBack = missed.map { release in
      HeldBackRecord(
        version: release.version,
        message:
          "\(release.version) is signed and offered to every device like this one, and the server does not name it;"
          + " if that stays, ask whoever runs the registry, over another way, whether it is attacked",
        since: heldBack?.version == release.version ? heldBack?.since ?? time : time)
    }
  }

  /// A failure stays until the server was heard again.
  private mutating func noteFailedUpdate(
    _ outcome: Result<InstallPlan.Ending, InstallerError>, at time: Timestamp
  ) {
    switch outcome {
    case .success: if Self.saysWhatIsOffered(outcome) { failedUpdate = nil }
    case .failure(let error) where error.code == .cancelled: break
    case .failure(let error):
      failedUpdate = FailedUpdateRecord(
        code: error.code.rawValue, retryable: error.isRetryable, failedAt: time)
    }
  }

  /// Whether the server was heard; a check that failed before says nothing about what it holds back.
  private static func saysWhatIsOffered(_ outcome: Result<InstallPlan.Ending, InstallerError>) -> Bool {
    switch outcome {
    case .success(.offline), .success(.distrusted(nil, _)): false
    case .success: true
    case .failure(let error): error.stage != .check && error.stage != .trust
    }
  }
}

extension Findings {
  /// Reads `findings.json`; what is damaged or foreign is only history, and begins anew.
  static func load(_ root: borrowing InstallationRoot) throws(InstallerError) -> Findings {
    switch try StateFile.findings.read(in: root.folder) {
    case .value(let findings): findings
    case .missing, .damaged, .unknownSchema: Findings()
    }
  }

  /// What stays until somebody acts.
  var notices: [Notice] { heldBack.map { [Notice(.heldBack, $0.message)] } ?? [] }
}

extension InstallerError {
  /// Whether it is about what came from outside and was turned away, not about this device or the way to the server.
  fileprivate var isRefusal: Bool {
    switch code {
    case .invalidAnswer, .insecureDownload, .wrongContent, .lengthMismatch, .hashMismatch, .bundleRejected,
      .treeMismatch, .entryFileMissing, .versionReused:
      true
    case .invalidConfiguration, .installInProgress, .diskFull, .permissionDenied, .tooManyOpenFiles,
      .storageFailed, .pointerNotDurable, .cancelled, .checkFailed, .checkRefused, .sizeOverLimit,
      .notEnoughSpace,
      .downloadUnreachable, .downloadInterrupted, .downloadTooSlow, .downloadUnavailable, .downloadRefused,
      .downloadFailed,
      .extractionFailed, .localServerFailed,
      .outboxFull, .outboxEntryTooLarge, .outboxEntryNotFound, .outboxEntryBusy, .outboxEntryDamaged,
      .outboxSignedOut, .mutationIdReused, .signOutStopped:
      false
    }
  }
}
