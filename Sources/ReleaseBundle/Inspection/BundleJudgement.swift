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
    let digest = Background { () throws(BundleError) in try file.digest() }
    sizeBytes = file.size
    self.digest = digest
    verdict = Background { () throws(BundleError) in
      try BundleInspector(limits: limits).inspect(file, digest)
    }
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
