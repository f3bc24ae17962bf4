import CLinux
import Glibc

/// A folder that files are extracted into: everything is made through descriptors, follows no link, replaces nothing, has
/// fixed modes, and can be synced or removed as a whole.
struct StagingFolder: ~Copyable {
  private static let fileMode: mode_t = 0o644
  private static let folderMode: mode_t = 0o755

  private let path: String
  private let wasCreated: Bool
  private var cursor: FolderCursor
  private var files: [String] = []
  private var folders: [Substring] = []
  // By bytes: `String` would take two spellings of an accent for one folder.
  private var knownFolders: Set<[UInt8]> = []

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

  /// Makes the file `path`, which is not there yet, with the folders on its way; `write` gets it open, and only its owner
  /// may read it until that is done.
  mutating func create(
    _ path: String, _ write: (borrowing WritableFile) throws(BundleError) -> Void
  ) throws(BundleError) {
    let (folder, name) = path.folderAndName
    try makeFolders(to: folder)
    let parent = cursor.current
    let shown = EscapedName.of(path)
    let number = try systemCall("make '\(shown)'") {
      openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    files.append(path)
    let file = WritableFile(OwnedDescriptor(adopting: number), shownPath: shown)
    try write(file)
    try file.setMode(Self.fileMode)
    try file.close()
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
    for file in files.reversed() { try unlink(file, flags: 0) }
    for folder in folders.reversed() { try unlink(String(folder), flags: AT_REMOVEDIR) }
    if wasCreated { try systemCall("remove folder '\(EscapedName.of(path))'") { rmdir(path) } }
  }

  /// Goes to the folder `path` and makes what is not there yet of the way. One that was not made here is refused: then
  /// somebody else writes into this folder.
  private mutating func makeFolders(to path: Substring) throws(BundleError) {
    for folder in cursor.approach(path) {
      let isNew = knownFolders.insert(Array(folder.utf8)).inserted
      if isNew {
        let parent = cursor.current
        try systemCall("make folder '\(EscapedName.of(String(folder)))'") {
          mkdirat(parent, String(folder).folderAndName.name, Self.folderMode)
        }
        folders.append(folder)
      }
      try cursor.enter(folder)
      guard isNew else { continue }
      let descriptor = cursor.current
      try systemCall("set the mode of '\(EscapedName.of(String(folder)))'") {
        fchmod(descriptor, Self.folderMode)
      }
    }
  }

  private mutating func unlink(_ item: String, flags: Int32) throws(BundleError) {
    let (folder, name) = item.folderAndName
    try cursor.move(to: folder)
    let parent = cursor.current
    try systemCall("remove '\(EscapedName.of(item))'") { unlinkat(parent, name, flags) }
  }
}
