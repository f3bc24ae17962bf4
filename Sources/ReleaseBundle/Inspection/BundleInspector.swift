/// Judges an archive: its directory by a strict reader, then every byte of its files.
package struct BundleInspector: Sendable {
  private let limits: BundleLimits

  package init(limits: BundleLimits = .standard) { self.limits = limits }

  /// Inspects the archive at `path`. What is wrong with the archive is in the findings; an error is thrown only
  /// when it cannot be read.
  package func inspect(path: String) throws(BundleError) -> BundleInspection {
    throw BundleError(.inputOutputFailed, "the inspector is not built yet")
  }

  /// Inspects the archive behind an open descriptor, which must be a regular file; its position is not used and it
  /// stays open.
  package func inspect(descriptor: Int32) throws(BundleError) -> BundleInspection {
    throw BundleError(.inputOutputFailed, "the inspector is not built yet")
  }
}
