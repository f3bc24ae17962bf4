package import ReleaseModel

/// How one tree of files differs from another, file by file, each list sorted by the bytes of the paths.
package struct TreeDifference: Sendable, Hashable {
  /// A file that both trees have, with other bytes.
  package struct Change: Sendable, Hashable {
    /// The file in the old tree.
    package let old: FileManifest.Entry
    /// The file in the new tree.
    package let new: FileManifest.Entry
  }

  /// Files that only the new tree has.
  package let added: [FileManifest.Entry]
  /// Files that only the old tree has.
  package let removed: [FileManifest.Entry]
  /// Files whose bytes differ.
  package let changed: [Change]
  /// The number of files that are the same in both.
  package let unchangedCount: Int

  /// Compares two manifests in one walk over both; paths are compared byte for byte.
  package init(from old: FileManifest, to new: FileManifest) {
    var added: [FileManifest.Entry] = []
    var removed: [FileManifest.Entry] = []
    var changed: [Change] = []
    var unchangedCount = 0
    var oldFiles = old.entries[...]
    var newFiles = new.entries[...]
    while let before = oldFiles.first, let after = newFiles.first {
      if before.path.utf8.elementsEqual(after.path.utf8) {
        oldFiles.removeFirst()
        newFiles.removeFirst()
        if before.sha256 == after.sha256, before.sizeBytes == after.sizeBytes {
          unchangedCount += 1
        } else {
          changed.append(Change(old: before, new: after))
        }
      } else if before.path.utf8.lexicographicallyPrecedes(after.path.utf8) {
        oldFiles.removeFirst()
        removed.append(before)
      } else {
        newFiles.removeFirst()
        added.append(after)
      }
    }
    self.added = added + newFiles
    self.removed = removed + oldFiles
    self.changed = changed
    self.unchangedCount = unchangedCount
  }

  /// Whether both trees have the same files.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}
