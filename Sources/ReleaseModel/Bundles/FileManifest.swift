/// Every file of a bundle: its path, size and SHA-256, sorted by the path's bytes.
///
/// Its canonical form hashes to the tree digest, so whoever holds the digest can check a folder of files
/// at any later time, however the files got there.
package struct FileManifest: Sendable, Hashable {
  /// One regular file of the bundle.
  package struct Entry: Sendable, Hashable {
    /// The path inside the bundle, parts joined by `/`, valid UTF-8.
    package let path: String
    /// The file's length in bytes.
    package let sizeBytes: UInt64
    /// The digest of the file's bytes.
    package let sha256: Digest

    package init(path: String, sizeBytes: UInt64, sha256: Digest) {
      self.path = path
      self.sizeBytes = sizeBytes
      self.sha256 = sha256
    }
  }

  /// The version of the canonical form.
  package static let schemaVersion = 1

  /// The files, sorted by the bytes of their paths.
  package let entries: [Entry]

  /// Takes the files in any order.
  package init(_ entries: some Sequence<Entry>) {
    self.entries = entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The number of files.
  package var fileCount: Int { entries.count }

  /// The files' lengths added up, in bytes.
  package var unpackedBytes: UInt64 { entries.reduce(0) { $0 + $1.sizeBytes } }

  /// The file of exactly this path, compared byte for byte; nil when there is none.
  package func entry(at path: String) -> Entry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path.utf8.lexicographicallyPrecedes(path.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < entries.count, entries[low].path.utf8.elementsEqual(path.utf8) else { return nil }
    return entries[low]
  }
}
