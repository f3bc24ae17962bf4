import Glibc
import ReleaseModel

extension Registry {
  /// Makes a data folder whose registry tells devices what the copied one told them, for as long as the copy stays where
  /// it is: bundles are linked, not copied. Its own key signs nothing, since no root names it.
  ///
  /// - Parameter path: an absolute path; fails as `initialize` does when a registry is there.
  package static func create(at path: String, holding copy: RegistryCopy) throws(RegistryError) {
    _ = try initialize(at: path)
    let folder = DataFolder(path: path)
    for release in copy.releases {
      try link(folder.artifact(release.artifactSha256), to: copy.artifact(release.artifactSha256))
      try link(folder.tree(release.tree.sha256), to: copy.tree(release.tree.sha256))
    }
    let store = try SQLiteStore(path: folder.database)
    try store.change(
      { session in
        for release in copy.releases {
          try session.insert(
            ArtifactRecord(
              sha256: release.artifactSha256, sizeBytes: release.sizeBytes, tree: release.tree, warnings: [],
              createdAt: release.createdAt))
          try session.insert(release)
        }
        for policy in copy.policies { try session.insert(policy) }
        for file in copy.metadata { try session.insert(file) }
      }, committed: {})
  }

  private static func link(_ path: String, to target: String) throws(RegistryError) {
    let isLinked = symlink(target, path) == 0
    let number = errno
    guard isLinked || number == EEXIST else { throw SystemCall.failure("link", path, number) }
  }
}
