package import ReleaseModel
package import ReleaseTrust

/// What devices can be told by a registry, without its tokens, keys and history.
package struct RegistryCopy: Sendable {
  /// The releases in every state.
  package var releases: [WebRelease]
  /// The policies, active or not.
  package var policies: [NativePolicy]
  /// The signed metadata, all roots among it; empty in development mode.
  package var metadata: [SignedRepository.File]
  /// The folders with the bundles and file manifests under the names that they have in a data folder.
  package var artifactFolder: String
  package var treeFolder: String

  package init(
    releases: [WebRelease], policies: [NativePolicy], metadata: [SignedRepository.File],
    artifactFolder: String, treeFolder: String
  ) {
    self.releases = releases
    self.policies = policies
    self.metadata = metadata
    self.artifactFolder = artifactFolder
    self.treeFolder = treeFolder
  }
}
