import Glibc

/// Everything below a folder, found without following any link.
struct FolderScan {
  /// One thing that was found.
  struct Item {
    /// What it is.
    enum Kind {
      case file(size: UInt64)
      case folder
      case link
      case other
    }

    /// The path from the folder; a folder's ends with a slash.
    let name: EntryName
    let kind: Kind
    let mark: Mark
  }

  /// What the file system says of a thing without reading it: it changes whenever somebody writes to it or replaces it.
  struct Mark: Hashable {
    let inode: UInt64
    let modifiedNanoseconds: Int64
    let changedNanoseconds: Int64

    init(_ status: stat) {
      inode = UInt64(status.st_ino)
      modifiedNanoseconds = Self.nanoseconds(status.st_mtim)
      changedNanoseconds = Self.nanoseconds(status.st_ctim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
      // Any number may stand on a disk. What overflows is only compared, so it may wrap around.
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
  }

  /// What was found, each folder before what is in it.
  let items: [Item]

  /// Looks through the folder that `cursor` is at the root of. Folders whose names are not UTF-8, or that are deeper
  /// than a bundle's may be, are listed and not entered; after `maximumItems` the search ends.
  init(_ cursor: inout FolderCursor, maximumItems: Int = .max) throws(BundleError) {
    var items: [Item] = []
    var pending: [Substring] = [""]
    while let folder = pending.popLast(), items.count < maximumItems {
      try cursor.move(to: folder)
      var inner: [Substring] = []
      for name in try FolderListing(cursor.current, shownPath: EscapedName.of(String(folder))).names {
        let item = try Self.item(name, in: folder, cursor.current)
        items.append(item)
        if case .folder = item.kind, let path = item.name.path,
          item.name.parts.count <= NameRules.maximumDepth
        {
          inner.append(path[...])
        }
      }
      pending += inner.reversed()
    }
    self.items = items
  }

  private static func item(_ name: [UInt8], in folder: Substring, _ descriptor: Int32) throws(BundleError)
    -> Item
  {
    let path = folder.isEmpty ? name : Array(folder.utf8) + [UInt8(ascii: "/")] + name
    var status = stat()
    try systemCall("look at '\(EscapedName.of(path))'") {
      fstatat(descriptor, name.map(CChar.init(bitPattern:)) + [0], &status, AT_SYMLINK_NOFOLLOW)
    }
    let mark = Mark(status)
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Item(name: EntryName(path), kind: .file(size: UInt64(status.st_size)), mark: mark)
    case S_IFDIR: return Item(name: EntryName(path + [UInt8(ascii: "/")]), kind: .folder, mark: mark)
    case S_IFLNK: return Item(name: EntryName(path), kind: .link, mark: mark)
    default: return Item(name: EntryName(path), kind: .other, mark: mark)
    }
  }
}
