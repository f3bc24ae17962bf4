import Cryptography
package import ReleaseModel

/// A digest over what the file system says of every file below a folder: names, types, sizes, inodes, and when each was
/// written or changed. Taking it reads no file.
///
/// Two equal stamps mean that nobody has written to, replaced, added or removed a file since the first was taken. They say
/// nothing about a disk that forgets what was written; only reading does.
package struct TreeStamp: Sendable {
  package init() {}

  /// Takes the stamp of `folder`.
  package func take(of folder: String) throws(BundleError) -> Digest {
    var cursor = FolderCursor(root: try OwnedDescriptor(folder: folder))
    var hasher = SHA256Hasher()
    for item in try FolderScan(&cursor).items {
      var line = Array(item.name.shown.utf8)
      line.append(0)
      switch item.kind {
      case .file(let size):
        line.append(UInt8(ascii: "f"))
        append([size, item.mark.inode], to: &line)
        append([item.mark.modifiedNanoseconds, item.mark.changedNanoseconds], to: &line)
      // Opening a folder or listing it is no change; what is in it has lines of its own.
      case .folder: line.append(UInt8(ascii: "d"))
      case .link: line.append(UInt8(ascii: "l"))
      case .other: line.append(UInt8(ascii: "o"))
      }
      line.withUnsafeBytes { hasher.update($0) }
    }
    return Digest(finalizing: hasher)
  }

  private func append(_ numbers: [some FixedWidthInteger], to line: inout [UInt8]) {
    for number in numbers { withUnsafeBytes(of: number.littleEndian) { line += $0 } }
  }
}
