package import ReleaseModel

/// An archive that is hashed and inspected by other threads, while its owner does what needs no verdict yet.
package final class BundleJudgement: Sendable {
  /// The archive's length in bytes.
  package let sizeBytes: UInt64
  private let digest: Background<Digest>
  private let verdict: Background<BundleInspection>

  /// Starts on the archive at `path`; throws when it cannot be opened.
  package init(path: String, limits: BundleLimits) throws(BundleError) {
    let file = try ArchiveFile(path: path)
    // The start of OpenSSL and of a thread wait while a library is being loaded, which is what a caller does next: so both
    // happen first, and the work goes on beside it.
    _ = Digest.sha256(of: [])
    let digest = Background { () throws(BundleError) in try file.digest() }
    sizeBytes = file.size
    let verdict = Background { () throws(BundleError) in
      // Whoever uploads it waits for the digest, and should not have to share the processors until then.
      try BundleInspector(limits: limits).inspect(file, Background(done: digest.value()))
    }
    digest.waitForStart()
    verdict.waitForStart()
    self.digest = digest
    self.verdict = verdict
  }

  /// Holds the verdict of an inspection that was made already.
  package init(_ inspection: BundleInspection) {
    sizeBytes = inspection.sizeBytes
    digest = Background(done: inspection.sha256)
    verdict = Background(done: inspection)
  }

  /// The digest of the archive's bytes, which is known before the verdict.
  package func sha256() throws(BundleError) -> Digest { try digest.value() }

  /// What the inspection found. Waits for its end.
  package func inspection() throws(BundleError) -> BundleInspection { try verdict.value() }
}
