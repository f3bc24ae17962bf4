import ReleaseModel

extension Installation {
  /// The release that a restart would start in place of what runs; nil when what runs is what would start, or when the
  /// current release cannot.
  func installedUpdate(
    besides running: Launch?, wrapperVersion text: String
  ) throws(InstallerError) -> ReleaseRecord? {
    let wrapper = try wrapperVersion(text)
    let state = try existingState(during: .launch)
    guard let current = state.pointer.current,
      // A folder's name may be free again, and then be that of other bytes.
      folder(of: current) != running?.folder || current.tree.sha256.description != running?.treeSha256,
      current.wrapperRange.contains(wrapper), state.blocked.entry(for: current.artifactSha256) == nil
    else { return nil }
    return current
  }

  /// Writes down for the page that an update failed.
  func noteFailedUpdate(_ code: String, retryable: Bool) throws(InstallerError) {
    let root = try root(.launch)
    _ = try root.withState { () throws(InstallerError) in noteFailedUpdate(code, retryable: retryable, root) }
  }
}
