import CLinux
import Glibc

/// A folder that files are extracted into: everything is made through descriptors, follows no link, replaces nothing, has
/// fixed modes, and can be synced or removed as a whole.
struct StagingFolder: ~Copyable {
  private static let folderMode: mode_t = 0o755

  private let path: String
  private let wasCreated: Bool
  private var cursor: FolderCursor
  /// The files that writers made.
  let files = MadeFiles()
  private var folders: [Substring] = []

  /// Makes the folder, or takes an empty one that is there.
  init(path: String) throws(BundleError) {
    let shown = EscapedName.of(path)
    let status = mkdir(path, Self.folderMode)
    let failure = errno
    guard status == 0 || failure == EEXIST else {
      throw BundleError(couldNot: "make folder '\(shown)'", errno: failure)
    }
    let root = try OwnedDescriptor(folder: path)
    if status == 0 {
      try systemCall("set the mode of '\(shown)'") { fchmod(root.number, Self.folderMode) }
    } else {
      guard try FolderListing(root.number, shownPath: shown).names.isEmpty else {
        throw BundleError(.stagingNotEmpty, "'\(shown)' is not empty; extract into a new folder")
      }
    }
    self.path = path
    wasCreated = status == 0
    cursor = FolderCursor(root: root)
  }

  /// The folder, for writers; valid as long as this value lives.
  var descriptor: Int32 { cursor.rootDescriptor }

  /// Makes every folder that `files` are in. One that is there already is refused: then somebody else writes here.
  mutating func makeFolders(for files: [String]) throws(BundleError) {
    // By bytes: `String` would take two spellings of an accent for one folder.
    var known: Set<[UInt8]> = []
    for file in files {
      for folder in cursor.approach(file.folderAndName.folder) {
        let isNew = known.insert(Array(folder.utf8)).inserted
        if isNew { try makeFolder(folder) }
        try cursor.enter(folder)
        if isNew { try setFolderMode(cursor.current, String(folder)) }
      }
    }
  }

  /// Puts everything on disk: the data of all files at once, then every folder, innermost first.
  mutating func sync() throws(BundleError) {
    let shown = EscapedName.of(path)
    let root = cursor.rootDescriptor
    try systemCall("sync '\(shown)'") { sync_file_system(root) }
    for folder in folders.reversed() {
      try cursor.move(to: folder)
      let descriptor = cursor.current
      try systemCall("sync folder '\(EscapedName.of(String(folder)))'") { fsync(descriptor) }
    }
    try systemCall("sync folder '\(shown)'") { fsync(root) }
  }

  /// Removes everything that was made here.
  mutating func remove() throws(BundleError) {
    for file in files.paths { try unlink(file, flags: 0) }
    for folder in folders.reversed() { try unlink(String(folder), flags: AT_REMOVEDIR) }
    if wasCreated { try systemCall("remove folder '\(EscapedName.of(path))'") { rmdir(path) } }
  }

  private mutating func makeFolder(_ folder: Substring) throws(BundleError) {
    let parent = cursor.current
    let name = String(folder).folderAndName.name
    try systemCall("make folder '\(EscapedName.of(String(folder)))'") {
      mkdirat(parent, name, Self.folderMode)
    }
    folders.append(folder)
  }

  private func setFolderMode(_ descriptor: Int32, _ folder: String) throws(BundleError) {
    try systemCall("set the mode of '\(EscapedName.of(folder))'") { fchmod(descriptor, Self.folderMode) }
  }

  private mutating func unlink(_ item: String, flags: Int32) throws(BundleError) {
    let (folder, name) = item.folderAndName
    try cursor.move(to: folder)
    let parent = cursor.current
    try systemCall("remove '\(EscapedName.of(item))'") { unlinkat(parent, name, flags) }
  }
}
