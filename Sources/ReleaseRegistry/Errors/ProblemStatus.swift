import ReleaseModel
import ReleaseTrust

/// The one place that says with which HTTP status each code is answered.
enum ProblemStatus {
  static func of(_ code: ProblemCode) -> Int { table[code] ?? 400 }

  /// Codes that are not 400 Bad Request.
  private static let table: [ProblemCode: Int] = {
    let codes: [(Int, [ProblemCode])] = [
      (401, [.missingBearerToken, .invalidToken, .tokenExpired]),
      (403, [.forbidden]),
      (
        404,
        [
          .noCompatibleRelease, .releaseNotFound, .artifactNotFound, .treeNotFound, .policyNotFound,
          .tokenNotFound, .metadataNotFound,
        ]
      ),
      (
        409,
        [
          .releaseExists, .versionConflict, .invalidTransition, .idempotencyConflict, .lastSuperAdmin,
          .warningsRefused, .artifactDamaged, .noTrustRoot, .staleSequence, .onlineKeyNotInRoot,
          ProblemCode(TrustErrorCode.staleMetadata.rawValue),
        ]
      ),
      (411, [.lengthRequired]),
      (412, [.staleRevision]),
      (413, [.uploadTooLarge]),
      (415, [.unsupportedMediaType]),
      (422, [.bundleRejected, .signatureRequired, .unknownRelease]),
      (428, [.preconditionRequired]),
      (429, [.tooManyFailedAttempts, .tooManyReports]),
      (500, [.internalError, .storageFailed, .databaseDamaged]),
      (500, [TrustErrorCode.signingFailed, .cryptographyFailed].map { ProblemCode($0.rawValue) }),
      (503, [.tooManyUploads, .reportsBusy, .storageUnavailable]),
      (507, [.diskFull]),
    ]
    let own = Dictionary(
      uniqueKeysWithValues: codes.flatMap { status, codes in codes.map { ($0, status) } })
    // Metadata that was sent is well-formed JSON, and refused for what it says.
    let metadata = TrustErrorCode.allCases.map { (ProblemCode($0.rawValue), 422) }
    return Dictionary(metadata) { first, _ in first }.merging(own) { _, own in own }
  }()
}
