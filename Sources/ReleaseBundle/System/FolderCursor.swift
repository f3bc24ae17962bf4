import Glibc

/// Walks through the folders below one open folder, part by part and never through a link, and keeps open only those on
/// the way to where it is.
struct FolderCursor: ~Copyable {
  private let root: OwnedDescriptor
  private var entered: [(part: Substring, descriptor: Int32)] = []

  init(root: consuming OwnedDescriptor) { self.root = root }

  deinit {
    for level in entered { close(level.descriptor) }
  }

  /// The folder at the root.
  var rootDescriptor: Int32 { root.number }

  /// The folder where the cursor is; valid until it moves on.
  var current: Int32 { entered.last?.descriptor ?? root.number }

  /// Goes to the folder `path`, its parts joined by `/` and empty for the root.
  mutating func move(to path: Substring) throws(BundleError) {
    for folder in approach(path) { try enter(folder) }
  }

  /// Leaves every folder that is not on the way to `path`, and returns the paths of those that are still to be entered,
  /// outermost first.
  mutating func approach(_ path: Substring) -> [Substring] {
    let parts = path.split(separator: "/")
    var shared = 0
    while shared < min(parts.count, entered.count),
      parts[shared].utf8.elementsEqual(entered[shared].part.utf8)
    {
      shared += 1
    }
    while entered.count > shared { close(entered.removeLast().descriptor) }
    return parts.dropFirst(shared).map { path[..<$0.endIndex] }
  }

  /// Enters a folder that is directly in the current one; `path` is its path from the root.
  mutating func enter(_ path: Substring) throws(BundleError) {
    let name = String(path).folderAndName.name
    let parent = current
    let descriptor = try systemCall("open folder '\(EscapedName.of(String(path)))'") {
      openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    entered.append((name[...], descriptor))
  }
}

extension String {
  /// The part of a path before its last `/`, empty when there is none, and the part after it.
  var folderAndName: (folder: Substring, name: String) {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
    return (self[..<slash], String(self[utf8.index(after: slash)...]))
  }
}
