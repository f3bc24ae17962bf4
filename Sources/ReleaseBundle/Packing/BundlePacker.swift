/// Packs a folder into an archive that an inspection accepts: the same bytes from the same files, whatever the clock,
/// the order of the folder, the umask or the file system.
package struct BundlePacker: Sendable {
  private let limits: BundleLimits

  package init(limits: BundleLimits = .standard) { self.limits = limits }

  /// Packs every file of `folder` into a new archive at `path`, which appears complete or not at all; returns its
  /// inspection. Throws `bundle_rejected`, with the findings that an inspection would have, when the folder cannot be
  /// a bundle, and `output_inside_folder` when the archive would be one of its own files.
  package func pack(folder: String, to path: String) throws(BundleError) -> BundleInspection {
    throw BundleError(.inputOutputFailed, "the packer is not built yet")
  }
}
