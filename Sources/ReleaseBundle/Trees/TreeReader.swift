import Cryptography
import ReleaseModel

/// Reads and hashes the files of a folder, from the disk and through no link.
struct TreeReader: ~Copyable {
  /// A file that was found, and not read yet.
  struct File {
    let path: String
    let size: UInt64
  }

  /// The files that are there, in the order of the walk.
  let files: [File]

  private var cursor: FolderCursor
  private let buffer = ByteBuffer(count: 256 << 10)

  /// Looks at what is in `folder` and reads none of it; what cannot be part of any manifest goes to `log`.
  init(_ folder: String, _ log: inout FindingLog) throws(BundleError) {
    var cursor = FolderCursor(root: try OwnedDescriptor(folder: folder))
    let items = try FolderScan(&cursor).items
    var files: [File] = []
    for item in items {
      guard case .file(let size) = item.kind, let path = item.name.path else {
        Self.judge(item, &log)
        continue
      }
      files.append(File(path: path, size: size))
    }
    for name in EmptyFolders.all(in: items.map(\.name)) {
      log.refuse(.extraFolder, entry: name.shown, "the folder has no files, so it does not belong there")
    }
    self.init(files, consume cursor)
  }

  private init(_ files: [File], _ cursor: consuming FolderCursor) {
    self.files = files
    self.cursor = cursor
  }

  /// The files' lengths added up; the largest number when they do not fit into one.
  var totalSize: UInt64 {
    files.reduce(0) { total, file in
      let (sum, overflow) = total.addingReportingOverflow(file.size)
      return overflow ? .max : sum
    }
  }

  /// Reads a file.
  mutating func entry(of found: File) throws(BundleError) -> FileManifest.Entry {
    let file = try SourceFile(found.path, &cursor)
    guard file.size == found.size else {
      throw BundleError(
        .changedWhileReading,
        "'\(EscapedName.of(found.path))' changed while it was read; keep it still and try again")
    }
    var hasher = SHA256Hasher()
    try file.read(through: buffer) { bytes throws(BundleError) in hasher.update(bytes) }
    return FileManifest.Entry(path: found.path, sizeBytes: file.size, sha256: Digest(finalizing: hasher))
  }

  private static func judge(_ item: FolderScan.Item, _ log: inout FindingLog) {
    switch item.kind {
    case .link: log.refuse(.symbolicLink, entry: item.name.shown, "it is a link")
    case .other: log.refuse(.notARegularFile, entry: item.name.shown, "it is a device, a pipe or the like")
    case .file:
      log.refuse(
        .nameNotUTF8, entry: item.name.shown, "the name is not UTF-8, so the file is not of a bundle")
    case .folder: break
    }
  }
}
