/// Packs a folder into an archive that an inspection accepts: the same bytes from the same files, whatever the clock,
/// the order of the folder, the umask or the file system.
package struct BundlePacker: Sendable {
  private let limits: BundleLimits

  package init(limits: BundleLimits = .standard) { self.limits = limits }

  /// Packs every file of `folder` into a new archive at `path`, which appears complete or not at all; returns its
  /// inspection. Folders without files are left out. Throws `bundle_rejected`, with the findings that an inspection
  /// would have, when the folder cannot be a bundle, and `output_inside_folder` when the archive would be one of its
  /// own files.
  @discardableResult
  package func pack(folder: String, to path: String) throws(BundleError) -> BundleInspection {
    let root = try OwnedDescriptor(folder: folder, followingLink: true)
    let output = try OutputFile(path: path)
    do throws(BundleError) {
      guard try !FolderContainment.contains(root.number, output.folderDescriptor) else {
        throw BundleError(
          .outputInsideFolder,
          "'\(EscapedName.of(path))' is inside the folder that is packed; write it elsewhere")
      }
      var cursor = FolderCursor(root: root)
      let inspection = try write(folder, &cursor, to: output.file)
      try output.publish()
      return inspection
    } catch {
      throw error.cleaningUp("what was written") { () throws(BundleError) in try output.discardContents() }
    }
  }

  private func write(
    _ folder: String, _ cursor: inout FolderCursor, to output: borrowing WritableFile
  ) throws(BundleError) -> BundleInspection {
    var log = FindingLog()
    let list = try PackList(&cursor, limits: limits, &log)
    guard !log.hasErrors else { throw BundleError(rejecting: EscapedName.of(folder), log.findings) }
    var writer = try ArchiveWriter(maximumBytes: limits.maximumArchiveBytes)
    for name in list.files {
      let source = try SourceFile(name.path ?? name.shown, &cursor)
      try writer.add(source, named: name, to: output)
    }
    try writer.finish(output)
    let inspection = try BundleInspector(limits: limits).inspect(descriptor: output.number)
    guard inspection.accepted else {
      throw BundleError(rejecting: EscapedName.of(folder), inspection.findings)
    }
    return inspection
  }
}
