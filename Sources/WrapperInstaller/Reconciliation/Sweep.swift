import Glibc
import ReleaseModel

/// Removes what installations that were killed have left. The caller holds the lock of the one that installs, so
/// nobody else is building or fetching anything.
struct Sweep {
  let now: Timestamp
  /// How old a part of an archive may be.
  let partLifetime: Duration

  /// Returns a notice when something was removed.
  func run(
    _ root: borrowing InstallationRoot, _ releases: borrowing ReleaseStore
  ) throws(InstallerError) -> [Notice] {
    var removed = try releases.stagingNames()
    // A tree that was replaced may be among them; the pointer to the one in its place has to be durable first.
    if !removed.isEmpty { try root.folder.sync() }
    for name in removed { try releases.folder.remove(name) }
    // Launches and confirmations write the state also while somebody installs.
    removed += try root.withState { () throws(InstallerError) in try removeTemporaries(in: root.folder) }
    for folder in [ReleaseStore.manifests, ReleaseStore.records] {
      if let folder = try releases.folder.existingFolder(folder) {
        removed += try removeTemporaries(in: folder)
      }
    }
    if let outbox = try root.folder.existingFolder(InstallationRoot.outboxName) {
      removed += try OutboxStore.removeLeftovers(in: outbox, at: now.secondsSinceEpoch)
    }
    let downloads = try root.downloads()
    for name in try downloads.names() where try isStale(name, in: downloads) {
      try downloads.remove(name)
      removed.append(name)
    }
    guard !removed.isEmpty else { return [] }
    return [
      Notice(
        .leftoversRemoved,
        "removed \(removed.count) left-overs of earlier installations: \(removed.prefix(5).joined(separator: ", "))"
      )
    ]
  }

  private func removeTemporaries(in folder: borrowing FolderHandle) throws(InstallerError) -> [String] {
    let names = try folder.temporaryNames()
    for name in names { try folder.remove(name) }
    return names
  }

  private func isStale(_ name: String, in downloads: borrowing FolderHandle) throws(InstallerError) -> Bool {
    guard name.hasSuffix(".partial") || name.hasSuffix(".zip") else { return true }
    guard let attributes = try downloads.attributes(of: name) else { return false }
    guard attributes.st_mode & S_IFMT == S_IFREG else { return true }
    // The time on disk may be any number, so nothing is subtracted from it.
    return Int64(attributes.st_mtim.tv_sec) < now.secondsSinceEpoch - partLifetime.components.seconds
  }
}
