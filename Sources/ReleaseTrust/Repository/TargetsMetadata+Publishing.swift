package import ReleaseModel

extension TargetsMetadata {
  /// A channel's next metadata, with one release more: what release engineers sign at a publish, and what the registry
  /// builds again from its own records before it verifies their signatures.
  package func publishing(_ release: SignedRelease, expires: Timestamp) -> TargetsMetadata {
    var next = self
    next.header.version += 1
    next.header.expires = expires
    next.targets[release.path] = release.targetFile
    return next
  }
}
