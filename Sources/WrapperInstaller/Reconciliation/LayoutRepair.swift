import Glibc

/// Makes room where something of the wrong type stands under one of the layout's names. The folder is the installer's
/// alone, so whatever that is gets removed: a link itself and never what it leads to, a folder with all that is in it.
///
/// The state files need no repair: what is no file counts as damaged, and is replaced with the next state.
struct LayoutRepair {
  /// Returns a notice for each thing that was removed. It holds the lock of the state meanwhile, so that two processes
  /// that repair at once never take each other's repair for the damage.
  func run(_ root: borrowing InstallationRoot) throws(InstallerError) -> [Notice] {
    try root.withState { () throws(InstallerError) in
      var notices = try clear(root.folder, [InstallationRoot.lockName], for: S_IFREG)
      notices += try clear(
        root.folder,
        [
          InstallationRoot.releasesName, InstallationRoot.downloadsName, InstallationRoot.trustName,
          InstallationRoot.cacheName, InstallationRoot.outboxName, InstallationRoot.blockedName,
        ],
        for: S_IFDIR)
      if let trust = try root.folder.existingFolder(InstallationRoot.trustName) {
        notices += try clear(trust, try trust.names(), for: S_IFREG)
      }
      if let releases = try root.existingReleases() {
        notices += try clear(releases.folder, [ReleaseStore.manifests, ReleaseStore.records], for: S_IFDIR)
      }
      return notices
    }
  }

  private func clear(
    _ folder: borrowing FolderHandle, _ names: [String], for type: mode_t
  ) throws(InstallerError) -> [Notice] {
    var notices: [Notice] = []
    for name in names {
      guard let attributes = try folder.attributes(of: name), attributes.st_mode & S_IFMT != type else {
        continue
      }
      try folder.remove(name)
      try folder.sync()
      let wanted = type == S_IFDIR ? "a folder" : "a file"
      notices.append(
        Notice(.layoutRepaired, "what stood at '\(folder.path(name))' was not \(wanted); it was removed"))
    }
    return notices
  }
}
