import Glibc
import ReleaseBundle
import ReleaseModel

/// A bundle to publish. It is judged here by other threads while the server is asked and the upload is on its way, and
/// nothing is done with it on the server before it was found good.
struct PreparedBundle: Sendable {
  let path: String
  private let entryFile: String
  private let isStrict: Bool
  private let judgement: BundleJudgement
  /// Keeps a bundle that was packed for this run until the run ends.
  private let scratch: ScratchFolder?

  /// Packs `path` when it is a folder, and begins to judge the bundle. How big it may be is for the server to say, which
  /// may be set to other limits than the standard ones.
  init(path: String, entryFile: String, isStrict: Bool) throws {
    self.entryFile = entryFile
    self.isStrict = isStrict
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      let scratch = try ScratchFolder()
      self.scratch = scratch
      self.path = scratch.path(of: "bundle.zip")
      judgement = BundleJudgement(try BundlePacker(limits: .largest).pack(folder: path, to: self.path))
    } else {
      scratch = nil
      self.path = path
      judgement = try BundleJudgement(path: path, limits: .largest)
    }
  }

  /// The length of its zip in bytes.
  var sizeBytes: UInt64 { judgement.sizeBytes }

  /// The digest of its zip, which is known before the verdict.
  func sha256() throws -> Digest { try judgement.sha256() }

  /// Waits for the verdict; throws with every finding when the bundle is refused.
  func accepted() throws -> BundleInspection {
    let inspection = try judgement.inspection()
    guard let manifest = inspection.manifest else {
      let errors = inspection.findings.filter { $0.severity == .error }
      throw CommandError(
        .integrity, "bundle_rejected", "'\(path)' is refused; nothing was stored",
        hint: "'relctl release inspect \(path)' shows everything about it",
        details: errors.map(CommandError.Detail.init))
    }
    if let refusal = manifest.refusal(ofEntryFile: entryFile) {
      throw CommandError(
        .integrity, refusal.code.rawValue, "--entry-file: \(refusal.detail)", hint: folderHint(manifest))
    }
    let warnings = inspection.findings.filter { $0.severity == .warning }
    guard !isStrict || warnings.isEmpty else {
      throw CommandError(
        .integrity, "warnings_refused",
        "the bundle has \(warnings.count) warnings, and --strict refuses them",
        hint: "change the bundle, or leave out --strict", details: warnings.map(CommandError.Detail.init))
    }
    return inspection
  }

  /// The folder inside that was probably meant: the one with the entry file, when it is further down.
  private func folderHint(_ manifest: FileManifest) -> String? {
    guard let entry = manifest.entries.map(\.path).first(where: { $0.hasSuffix("/\(entryFile)") }) else {
      return nil
    }
    return
      "is the folder '\(entry.dropLast(entryFile.count + 1))' in it the one to publish? then name that one"
  }

  /// Throws `bundle_rejected`, as the registry would after the upload, when the bundle is more than it takes.
  func requireAcceptance(within limits: BundleLimits) throws {
    let inspection = try BundleJudgement(path: path, limits: limits).inspection()
    guard inspection.manifest == nil else { return }
    throw CommandError(
      .refused, "bundle_rejected", "'\(path)' is more than this registry takes",
      hint: "the registry's 'bundleLimits' say how big a bundle may be (docs/operations.md)",
      details: inspection.findings.filter { $0.severity == .error }.map(CommandError.Detail.init))
  }
}
