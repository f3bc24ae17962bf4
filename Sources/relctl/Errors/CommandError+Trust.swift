import ReleaseTrust

extension CommandError {
  /// Something that was not trusted, or that could not be fetched or kept.
  init(_ error: TrustError) {
    let status: ExitStatus =
      switch error.code {
      case .metadataFetchFailed, .targetFetchFailed: .unreachable
      case .targetNotFound, .trustRootMissing, .trustStoreBusy, .trustStoreFailed, .diskFull,
        .permissionDenied,
        .signingFailed, .cryptographyFailed:
        .failed
      default: .integrity
      }
    self.init(status, error.code.rawValue, error.message)
    if [.versionRollback, .roleVanished].contains(error.code) {
      hint =
        "somebody shows an old state; only if the registry was restored from a backup: a super-admin mends that with "
        + "'relctl trust rotate FILE --after-restore' (docs/operations.md, Restore)"
    }
  }
}
