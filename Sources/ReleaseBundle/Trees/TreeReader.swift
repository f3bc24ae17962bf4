import Cryptography
import ReleaseModel

/// Reads and hashes every file of a folder, from the disk and through no link.
enum TreeReader {
  /// The manifest of what is in `folder`; what cannot be part of any manifest goes to `log`.
  static func read(_ folder: String, _ log: inout FindingLog) throws(BundleError) -> FileManifest {
    var cursor = FolderCursor(root: try OwnedDescriptor(folder: folder))
    let items = try FolderScan(&cursor).items
    let buffer = ByteBuffer(count: 256 << 10)
    var files: [FileManifest.Entry] = []
    for item in items {
      guard case .file = item.kind, let path = item.name.path else {
        judge(item, &log)
        continue
      }
      let file = try SourceFile(path, &cursor)
      var hasher = SHA256Hasher()
      try file.read(through: buffer) { bytes throws(BundleError) in hasher.update(bytes) }
      files.append(FileManifest.Entry(path: path, sizeBytes: file.size, sha256: Digest(finalizing: hasher)))
    }
    for name in EmptyFolders.all(in: items.map(\.name)) {
      log.refuse(.extraFolder, entry: name.shown, "the folder has no files, so it does not belong there")
    }
    return FileManifest(files)
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
