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
  /// Where the bundle and the file manifest of a release are, by their digests.
  package var artifact: @Sendable (Digest) -> String
  package var tree: @Sendable (Digest) -> String

  package init(
    releases: [WebRelease], policies: [NativePolicy], metadata: [SignedRepository.File],
    artifact: @escaping @Sendable (Digest) -> String, tree: @escaping @Sendable (Digest) -> String
  ) {
    self.releases = releases
    self.policies = policies
    self.metadata = metadata
    self.artifact = artifact
    self.tree = tree
  }
}
