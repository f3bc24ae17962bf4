import ReleaseBundle
import ReleaseModel

/// The folder `releases`: the trees, and beside them what the device knows of each.
struct ReleaseStore: ~Copyable {
  let folder: FolderHandle
  private let readManifests = ReadManifests()

  /// The folders beside the trees, of manifests and of records.
  static let manifests = ".manifests"
  static let records = ".records"
  private static let stagingPrefix = ".staging-"
  private static let maximumManifestBytes = 64 << 20

  init(_ folder: consuming FolderHandle) { self.folder = folder }

  /// The path of a release's files.
  func path(of record: ReleaseRecord) -> String { folder.path(record.folderName) }

  /// The name of a folder to build a tree in.
  static func stagingName(_ id: String) -> String { stagingPrefix + id }

  /// Folders of installations that did not end.
  func stagingNames() throws(InstallerError) -> [String] {
    try folder.names().filter { $0.hasPrefix(Self.stagingPrefix) }
  }

  /// The names of the trees, finished or foreign.
  func treeNames() throws(InstallerError) -> [String] { try folder.names().filter { !$0.hasPrefix(".") } }

  /// Reads the tree again and compares it with what it must be; the entry file has to be one of its files.
  func condition(of record: ReleaseRecord) throws(InstallerError) -> TreeCondition {
    guard try folder.attributes(of: record.folderName) != nil else { return .missing }
    do throws(BundleError) {
      let manifest: FileManifest
      if let kept = manifestIfReadable(of: record.tree) {
        try TreeVerifier().verify(folder: path(of: record), against: kept)
        manifest = kept
      } else {
        manifest = try TreeVerifier().verify(folder: path(of: record), against: record.tree)
      }
      return manifest.objection(toEntryFile: record.entryFile).map(TreeCondition.damaged) ?? .complete
    } catch {
      switch error.code {
      case .treeMismatch, .notFound, .wrongFileType, .changedWhileReading: return .damaged(error.description)
      default: throw InstallerError(error, during: folder.stage)
      }
    }
  }

  /// Whether a release can start, and the stamp of its files if it can.
  ///
  /// - Parameter rehashing: reads every file. Else the files are taken for what they were as long as their stamp is that of
  ///   the last time that they were read.
  func launchCondition(
    of record: ReleaseRecord, rehashing: Bool
  ) throws(InstallerError) -> (condition: TreeCondition, stamp: Digest?) {
    guard try folder.attributes(of: record.folderName) != nil else { return (.missing, nil) }
    let stamp: Digest
    do throws(BundleError) {
      // Before the files are read: what changes meanwhile shows the next time.
      stamp = try TreeStamp().take(of: path(of: record))
    } catch {
      return (try condition(of: record), nil)
    }
    // Without a manifest that names it, only the files tell whether the entry file is one of them.
    if !rehashing, stamp == record.stamp, listsEntryFile(of: record) == true { return (.complete, stamp) }
    let condition = try condition(of: record)
    return (condition, condition == .complete ? stamp : nil)
  }

  /// The stamp of a tree that was just unpacked or read; nil when it cannot be taken, so that a launch reads the tree.
  func stamp(of record: ReleaseRecord) -> Digest? {
    do throws(BundleError) {
      return try TreeStamp().take(of: path(of: record))
    } catch {
      return nil
    }
  }

  /// The releases that once were complete here; a record that cannot be read proves nothing and is left out.
  ///
  /// - Parameter known: releases that are left out. Another one of the same version is none of them.
  func records(besides known: [ReleaseRecord] = []) throws(InstallerError) -> [ReleaseRecord] {
    guard let records = try folder.existingFolder(Self.records) else { return [] }
    var found: [ReleaseRecord] = []
    let knownNames = known.map(Self.fileName)
    for name in try records.names() where name.hasSuffix(".json") {
      do throws(InstallerError) {
        guard case .value(let file) = try StateFile.record(named: name).read(in: records),
          Self.fileName(of: file.release) == name, !known.contains(where: file.release.isSameRelease)
        else { continue }
        found.append(file.release)
      } catch {
        // Most likely it is of the release that is known by that name, and that one needs no record.
        guard knownNames.contains(name) else { throw error }
      }
    }
    return found
  }

  /// Whether the release's kept manifest lists its entry file; nil when there is none now that could tell.
  func listsEntryFile(of record: ReleaseRecord) -> Bool? {
    manifestIfReadable(of: record.tree).map { $0.entry(at: record.entryFile) != nil }
  }

  /// The manifest of a tree; nil when there is none or when it is not the one that the digest names.
  func manifest(of tree: TreeSummary) throws(InstallerError) -> FileManifest? {
    try manifest(digest: tree.sha256)
  }

  /// The same for the digest of the tree. It is read once: what a digest names does not change.
  func manifest(digest: Digest) throws(InstallerError) -> FileManifest? {
    if let known = readManifests.byDigest[digest] { return known }
    guard let manifests = try folder.existingFolder(Self.manifests) else { return nil }
    let reading = try manifests.read("\(digest).json", maximumBytes: Self.maximumManifestBytes)
    guard case .bytes(let bytes) = reading, Digest.sha256(of: bytes) == digest else { return nil }
    do {
      let manifest = try FileManifest(parsingCanonicalJSON: bytes)
      readManifests.byDigest[digest] = manifest
      return manifest
    } catch {
      return nil
    }
  }

  /// The manifest only tells which file differs; the digest of the tree tells without it that one does.
  private func manifestIfReadable(of tree: TreeSummary) -> FileManifest? {
    do throws(InstallerError) {
      return try manifest(of: tree)
    } catch {
      return nil
    }
  }

  /// Writes down, durably, what the device knows of a release whose tree is about to appear.
  func note(_ record: ReleaseRecord, _ manifest: FileManifest) throws(InstallerError) {
    try folder.folder(Self.manifests).replace("\(record.tree.sha256).json", with: manifest.canonicalJSON)
    let file = RecordFile(release: record)
    try StateFile.record(named: Self.fileName(of: record)).write(file, in: folder.folder(Self.records))
  }

  /// Gives a finished tree its name, durably. What has that name makes room first, under a name of staging, and is removed
  /// like that once the pointer is durable: a damaged tree of the same release, or one that the pointer does not need.
  func adopt(staging: String, as record: ReleaseRecord) throws(InstallerError) {
    if try folder.attributes(of: record.folderName) != nil {
      try folder.rename(record.folderName, to: staging + "-replaced")
    }
    try folder.rename(staging, to: record.folderName)
    try folder.sync()
  }

  /// Removes a tree and what is known of it; the knowledge first, so that a half-removed tree is never taken for one.
  func remove(treeNamed name: String) throws(InstallerError) {
    if let records = try folder.existingFolder(Self.records) { try records.remove("\(name).json") }
    try folder.remove(name)
  }

  /// Removes every tree, record and manifest that `pointer` does not need.
  func prune(keeping pointer: CurrentPointer) throws(InstallerError) {
    let kept = pointer.candidates
    let keptNames = kept.map(\.folderName)
    for name in try treeNames() where !keptNames.contains(name) { try remove(treeNamed: name) }
    if let records = try folder.existingFolder(Self.records) {
      try records.keepOnly(kept.map(Self.fileName))
    }
    if let manifests = try folder.existingFolder(Self.manifests) {
      try manifests.keepOnly(kept.map { "\($0.tree.sha256).json" })
    }
  }

  private static func fileName(of record: ReleaseRecord) -> String { "\(record.folderName).json" }
}

/// The manifests that were read since the folder was opened.
private final class ReadManifests {
  var byDigest: [Digest: FileManifest] = [:]
}

/// What reading a tree again showed.
enum TreeCondition: Hashable {
  /// Exactly the files it must hold.
  case complete
  /// The folder is not there.
  case missing
  /// Files are missing, changed or added.
  case damaged(String)
}
