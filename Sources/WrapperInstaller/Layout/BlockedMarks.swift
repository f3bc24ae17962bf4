import ReleaseModel

/// The folder `blocked`: an empty file for each content that failed here, named by its digest. A name cannot be torn, so
/// whatever becomes of `blocked.json`, which says why, the content stays blocked.
struct BlockedMarks: ~Copyable {
  private let folder: FolderHandle

  /// The contents that are marked, in the order of their digests; what is no mark is left out.
  static func all(in root: borrowing InstallationRoot) throws(InstallerError) -> [Digest] {
    guard let folder = try root.folder.existingFolder(InstallationRoot.blockedName) else { return [] }
    return try folder.names().compactMap(digest)
  }

  /// Opens the folder, making it when it is missing.
  init(_ root: borrowing InstallationRoot) throws(InstallerError) {
    folder = try root.folder.folder(InstallationRoot.blockedName)
  }

  /// Marks, durably, what has no mark yet; returns what that was. When it fails, nothing is marked that was not, unless the
  /// error says so.
  @discardableResult
  func add(_ contents: [Digest]) throws(InstallerError) -> [Digest] {
    let there = Set(try folder.names())
    let missing = contents.filter { !there.contains($0.description) }
    do throws(InstallerError) {
      for content in missing { _ = try folder.openFile(content.description) }
      // Whoever made the others may have been killed before they were durable.
      if !contents.isEmpty { try folder.sync() }
    } catch {
      throw takingBack(missing, because: error)
    }
    return missing
  }

  /// Removes, durably, marks that were just made, because of a failure. That takes no room, so it works on a full disk as
  /// well. Returns the failure, which says so when a mark may have stayed: it blocks content that was to be blocked.
  func takingBack(_ contents: [Digest], because failure: InstallerError) -> InstallerError {
    do throws(InstallerError) {
      for content in contents { try folder.remove(content.description) }
      if !contents.isEmpty { try folder.sync() }
      return failure
    } catch {
      return InstallerError(
        failure.code, during: failure.stage,
        "\(failure.message); and what was to be blocked may stay blocked: \(error.message)",
        cause: failure.cause)
    }
  }

  /// Removes everything else.
  func keepOnly(_ contents: [Digest]) throws(InstallerError) {
    try folder.keepOnly(contents.map(\.description))
  }

  private static func digest(_ name: String) -> Digest? {
    do throws(ModelError) {
      return try Digest(parsing: name)
    } catch {
      return nil
    }
  }
}

extension BlockedList {
  private var contents: [Digest] { entries.map(\.artifactSha256) }

  /// Writes the list down, durably: that contents are blocked first, then why. The caller holds the lock of the state.
  ///
  /// Fails when nothing is blocked that was not, or says in its message what may be. Once the marks and the list are in place
  /// it has succeeded: what the sync after that could lose is the reasons, and the marks are durable.
  func write(in root: borrowing InstallationRoot) throws(InstallerError) {
    let marks = try BlockedMarks(root)
    let new = try marks.add(contents)
    do throws(InstallerError) {
      try StateFile.blocked.put(self, in: root.folder)
    } catch {
      throw marks.takingBack(new, because: error)
    }
    // Without it a power cut may bring the list before back, and the marks stand in for it.
    do throws(InstallerError) { try root.folder.sync() } catch {}
    // A mark too many keeps out content that failed here long ago, and goes with the next one that fails.
    do throws(InstallerError) { try marks.keepOnly(contents) } catch {}
  }

  /// Marks what an earlier version of this library blocked without.
  func addMissingMarks(in root: borrowing InstallationRoot) throws(InstallerError) {
    if !entries.isEmpty { try BlockedMarks(root).add(contents) }
  }
}
