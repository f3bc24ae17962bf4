import Glibc
import ReleaseBundle

/// A bundle that was judged here and found good, ready to be uploaded.
struct PreparedBundle {
  let path: String
  let inspection: BundleInspection
  /// Keeps a bundle that was packed for this run until the run ends.
  private let scratch: ScratchFolder?

  /// Packs `path` when it is a folder, and judges the bundle; throws with every finding when it is refused. How big it
  /// may be is for the server to say, which may be set to other limits than the standard ones.
  init(path: String, entryFile: String) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      let scratch = try ScratchFolder()
      self.scratch = scratch
      self.path = scratch.path(of: "bundle.zip")
      inspection = try BundlePacker(limits: .largest).pack(folder: path, to: self.path)
    } else {
      scratch = nil
      self.path = path
      inspection = try BundleInspector(limits: .largest).inspect(path: path)
    }
    guard let manifest = inspection.manifest else {
      let errors = inspection.findings.filter { $0.severity == .error }
      throw CommandError(
        .integrity, "bundle_rejected", "'\(path)' is refused; nothing was uploaded",
        hint: "'relctl release inspect \(path)' shows everything about it",
        details: errors.map(CommandError.Detail.init))
    }
    if let refusal = manifest.refusal(ofEntryFile: entryFile) {
      throw CommandError(.integrity, refusal.code.rawValue, "--entry-file: \(refusal.detail)")
    }
  }
}
