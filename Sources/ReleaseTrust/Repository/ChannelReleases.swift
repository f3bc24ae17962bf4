/// The releases of one channel as the registry has recorded them, which its metadata has to agree with.
package struct ChannelReleases: Sendable, Hashable {
  /// Those that devices may be offered, now or after a pause: the metadata has to list every one.
  package var offered: [SignedRelease]
  /// Those that are retired: the metadata may still list them.
  package var retired: [SignedRelease]

  package init(offered: [SignedRelease] = [], retired: [SignedRelease] = []) {
    self.offered = offered
    self.retired = retired
  }

  /// Throws `releases_not_as_published` unless the metadata lists these releases and no others, each as it is recorded.
  package func verify(_ metadata: TargetsMetadata, of role: ExactText) throws(TrustError) {
    var rest = metadata.targets
    for release in offered {
      guard let listed = rest.removeValue(forKey: release.path) else {
        throw refusal("'\(role)' does not list '\(release.path)', which is published")
      }
      try verify(listed, release)
    }
    for release in retired {
      guard let listed = rest.removeValue(forKey: release.path) else { continue }
      try verify(listed, release)
    }
    guard let unknown = rest.keys.min() else { return }
    throw refusal("'\(role)' lists '\(unknown)', which was never published; sign a release by publishing it")
  }

  private func verify(_ listed: TargetFile, _ release: SignedRelease) throws(TrustError) {
    guard listed != release.targetFile else { return }
    do throws(TrustError) {
      try release.verify(try SignedRelease(listed, at: release.path))
    } catch {
      throw refusal("'\(release.path)' is not as it was published: \(error.message)")
    }
    throw refusal("'\(release.path)' has other members than it was published with")
  }

  private func refusal(_ message: String) -> TrustError { TrustError(.releasesNotAsPublished, message) }
}
