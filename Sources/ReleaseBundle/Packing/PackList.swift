import ReleaseModel

/// The files of a folder that go into an archive, after everything was refused that an inspection would refuse.
struct PackList {
  /// The files, sorted by the bytes of their paths.
  let files: [EntryName]

  /// Looks through the folder that `cursor` is at the root of; what may not be packed goes to `log`.
  init(_ cursor: inout FolderCursor, limits: BundleLimits, _ log: inout FindingLog) throws(BundleError) {
    let items = try FolderScan(&cursor, maximumItems: limits.maximumEntries + 1).items
    if items.count > limits.maximumEntries {
      log.refuse(
        .tooManyEntries, "the folder has more than \(limits.maximumEntries) files and folders; leave some out"
      )
    }
    var files: [EntryName] = []
    var sizes: [DeclaredFile] = []
    var names = NameTree()
    for item in items {
      NameRules.judge(item.name, &log)
      names.insert(item.name, &log)
      switch item.kind {
      case .file(let size):
        files.append(item.name)
        sizes.append(DeclaredFile(shownName: item.name.shown, packedSize: size, unpackedSize: size))
      case .folder: break
      case .link:
        log.refuse(
          .symbolicLink, entry: item.name.shown, "this is a link; put the file itself into the folder")
      case .other:
        log.refuse(
          .notARegularFile, entry: item.name.shown, "this is a device, a pipe or the like; leave it out")
      }
    }
    if files.isEmpty {
      log.refuse(.noFiles, "the folder holds no files; name the one with the built web files")
    }
    // The ratio is judged when the archive is there.
    _ = SizeRules(limits: limits).judge(sizes, archiveSize: .max, &log)
    self.files = files.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
