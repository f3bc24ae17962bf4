/// Why a step on the device failed: a stable code for programs, a sentence for people, and what lies below.
///
/// Whatever the code but one, the release that was current before is still current; `pointer_not_durable` alone says that
/// the new one is. "No update", "blocked" and
/// "not for this wrapper" are not errors; they come back as values with reasons.
public struct InstallerError: Error, Sendable {
  /// What failed, for a program.
  public let code: Code
  /// The step during which it failed.
  public let stage: InstallStage
  /// Which thing, why, and what to do next, for a person.
  public let message: String
  /// The error below this one.
  public let cause: (any Error)?

  init(_ code: Code, during stage: InstallStage, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.stage = stage
    self.message = message
    self.cause = cause
  }

  /// Whether the same call may succeed later without anybody changing anything.
  public var isRetryable: Bool {
    switch code {
    case .invalidConfiguration, .permissionDenied, .bundleRejected, .versionReused, .invalidAnswer,
      .checkRefused,
      .treeMismatch, .entryFileMissing, .insecureDownload, .sizeOverLimit,
      .outboxEntryTooLarge, .outboxEntryNotFound, .outboxEntryDamaged, .outboxSignedOut, .mutationIdReused:
      false
    case .installInProgress, .diskFull, .notEnoughSpace, .tooManyOpenFiles, .storageFailed,
      .pointerNotDurable, .checkFailed,
      .cancelled,
      .downloadUnreachable, .downloadInterrupted, .downloadTooSlow,
      .downloadUnavailable, .downloadRefused, .downloadFailed,
      .wrongContent, .lengthMismatch, .hashMismatch, .extractionFailed, .localServerFailed,
      .outboxFull, .outboxEntryBusy, .signOutStopped:
      true
    }
  }
}

extension InstallerError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

/// The steps of an installation, in their order, and the other things a device does.
public enum InstallStage: String, Sendable, Codable, CaseIterable {
  /// Reading the caller's settings.
  case configuration
  /// Reading what is on disk and putting it in order.
  case reconciliation
  /// Bringing the signed metadata up to date.
  case trust
  /// Asking the server.
  case check
  /// Looking whether the disk has room.
  case space
  /// Fetching the archive.
  case download
  /// Comparing length and digest of what was fetched.
  case verification
  /// Inspecting and unpacking the archive.
  case extraction
  /// Making the release the current one.
  case activation
  /// Starting a release.
  case launch
  /// Going back.
  case rollback
  /// Looking at what is installed.
  case status
  /// Keeping answers for later.
  case cache
  /// Keeping what is to be sent.
  case outbox
}

extension InstallerError {
  /// The stable codes.
  public enum Code: String, Sendable, Codable, CaseIterable {
    /// A setting that cannot be worked with.
    case invalidConfiguration = "invalid_configuration"

    /// Another process, or another call, is installing into the same folder.
    case installInProgress = "install_in_progress"
    /// A write found the disk or the quota full.
    case diskFull = "disk_full"
    /// The system does not let this app read or write there.
    case permissionDenied = "permission_denied"
    /// The process or the system has too many open files.
    case tooManyOpenFiles = "too_many_open_files"
    /// The file system failed in another way.
    case storageFailed = "storage_failed"
    /// The new release is what starts from now on, but the disk did not confirm that this survives a power cut.
    case pointerNotDurable = "pointer_not_durable"
    /// The caller cancelled.
    case cancelled

    /// The server could not be asked, although it is there: its certificate is not trusted, for example.
    case checkFailed = "check_failed"
    /// The server refused the question.
    case checkRefused = "check_refused"
    /// The server's answer breaks the wire contract.
    case invalidAnswer = "invalid_answer"
    /// The release is larger than this device accepts.
    case sizeOverLimit = "size_over_limit"

    /// The disk has less room than the release needs; nothing was fetched.
    case notEnoughSpace = "not_enough_space"

    /// An https server names an archive that would come unencrypted.
    case insecureDownload = "insecure_download"
    /// The archive's server cannot be reached.
    case downloadUnreachable = "download_unreachable"
    /// The connection kept ending; what arrived is kept for the next attempt.
    case downloadInterrupted = "download_interrupted"
    /// The archive came too slowly; what arrived is kept for the next attempt.
    case downloadTooSlow = "download_too_slow"
    /// The archive's server is there and cannot send it now (408, 429, 5xx).
    case downloadUnavailable = "download_unavailable"
    /// The server refused the archive: it does not have it, or not for this device.
    case downloadRefused = "download_refused"
    /// The archive could not be fetched for another reason.
    case downloadFailed = "download_failed"
    /// What came is no archive at all: an error or sign-in page, for example.
    case wrongContent = "wrong_content"

    /// The archive is longer or shorter than announced.
    case lengthMismatch = "length_mismatch"
    /// The archive's digest is not the announced one.
    case hashMismatch = "hash_mismatch"

    /// The archive breaks a rule for bundles; the message lists which.
    case bundleRejected = "bundle_rejected"
    /// The unpacked files are not the announced ones.
    case treeMismatch = "tree_mismatch"
    /// The entry file is not among the files.
    case entryFileMissing = "entry_file_missing"
    /// The archive could not be unpacked for another reason.
    case extractionFailed = "extraction_failed"

    /// The local server that the page is opened from cannot start.
    case localServerFailed = "local_server_failed"

    /// The same version came with other bytes; a version's bytes never change.
    case versionReused = "version_reused"

    /// The outbox holds as much as it may.
    case outboxFull = "outbox_full"
    /// The mutation is longer than an outbox takes.
    case outboxEntryTooLarge = "outbox_entry_too_large"
    /// The outbox has no mutation of this id.
    case outboxEntryNotFound = "outbox_entry_not_found"
    /// The mutation is being sent just now.
    case outboxEntryBusy = "outbox_entry_busy"
    /// The mutation's file cannot be read, so it can only be discarded.
    case outboxEntryDamaged = "outbox_entry_damaged"
    /// The outbox's owner signed out.
    case outboxSignedOut = "outbox_signed_out"
    /// The id of a mutation stands for another content already.
    case mutationIdReused = "mutation_id_reused"
    /// What waits could not be discarded safely, so nobody was signed out.
    case signOutStopped = "sign_out_stopped"
  }
}
