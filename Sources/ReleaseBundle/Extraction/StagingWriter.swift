import Glibc
import Synchronization

/// Makes files in the folders of a staging folder, through descriptors, following no link and replacing nothing.
struct StagingWriter: ~Copyable {
  private static let fileMode: mode_t = 0o644

  private var cursor: FolderCursor
  private let made: MadeFiles
  private let room: DiskRoom?

  /// Writes below the open folder `root`, and notes in `made` what it makes.
  init(below root: Int32, noting made: MadeFiles, room: DiskRoom? = nil) throws(BundleError) {
    let own = try systemCall("use the folder to extract into") { fcntl(root, F_DUPFD_CLOEXEC, 0) }
    cursor = FolderCursor(root: OwnedDescriptor(adopting: own))
    self.made = made
    self.room = room
  }

  /// Makes the file `path`, whose folder is there and which itself is not; `write` gets it open. Only its owner may read
  /// it until that is done.
  mutating func create(
    _ path: String, _ write: (borrowing WritableFile) throws(BundleError) -> Void
  ) throws(BundleError) {
    let (folder, name) = path.folderAndName
    try cursor.move(to: folder)
    let parent = cursor.current
    let shown = EscapedName.of(path)
    let number = try systemCall("make '\(shown)'") {
      openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    made.add(path)
    let file = WritableFile(OwnedDescriptor(adopting: number), shownPath: shown, room: room)
    try write(file)
    try file.setMode(Self.fileMode)
    try file.close()
  }
}

/// The paths of the files that were made, by whatever thread, so that they can be removed again.
final class MadeFiles: Sendable {
  private let made = Mutex<[String]>([])

  /// Every path, in the order in which the files were made.
  var paths: [String] { made.withLock { $0 } }

  /// Notes a file.
  func add(_ path: String) { made.withLock { $0.append(path) } }
}
