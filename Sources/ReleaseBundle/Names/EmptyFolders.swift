/// Finds folders that no file is in, however deep; a tree of files does not have them.
enum EmptyFolders {
  /// The names, in the given order, of those folders that hold none of the other names.
  static func all(in names: [EntryName]) -> [EntryName] {
    var used: Set<ArraySlice<UInt8>> = []
    for name in names where !name.isFolder {
      var path = name.bytes[...]
      while let slash = path.lastIndex(of: UInt8(ascii: "/")) {
        path = path[..<slash]
        guard used.insert(path).inserted else { break }
      }
    }
    return names.filter { $0.isFolder && !used.contains($0.bytes.dropLast()) }
  }
}
