import ReleaseBundle
import ReleaseModel

extension Installation {
  /// The files of what a launch started: those of the manifest that the release was installed by, and for the release that
  /// is built into the app those that are in its folder.
  func content(of launch: Launch) throws(InstallerError) -> ContentTree {
    let manifest: FileManifest
    if let digest = launch.treeSha256, let kept = try keptManifest(digest) {
      manifest = kept
    } else {
      manifest = try readManifest(of: launch, launch.treeSha256)
    }
    return try ContentTree(folder: launch.folder, manifest: manifest, entryFile: launch.entryFile)
  }

  private func keptManifest(_ digest: String) throws(InstallerError) -> FileManifest? {
    guard let root = try existingRoot(.launch), let releases = try root.existingReleases() else { return nil }
    let parsed: Digest
    do throws(ModelError) {
      parsed = try Digest(parsing: digest)
    } catch {
      throw InstallerError(.treeMismatch, during: .launch, error.message, cause: error)
    }
    return try releases.manifest(digest: parsed)
  }

  /// Makes the manifest of what is in the folder; it has to be the one of the digest.
  private func readManifest(of launch: Launch, _ digest: String?) throws(InstallerError) -> FileManifest {
    let manifest: FileManifest
    do throws(BundleError) {
      manifest = try TreeVerifier().manifest(of: launch.folder)
    } catch {
      throw InstallerError(error, during: .launch)
    }
    guard let digest, manifest.treeSummary.sha256.description != digest else { return manifest }
    throw InstallerError(
      .treeMismatch, during: .launch, "the files in '\(launch.folder)' are not those that were installed")
  }
}
