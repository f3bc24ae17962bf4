/// What is allowed in a bundle and probably a mistake.
enum ContentWarnings {
  /// Files with more bytes than this are pointed out.
  static let largeFileBytes: UInt64 = 5_000_000

  /// Notes every file and folder that somebody should look at.
  static func judge(_ entries: [ZipEntry], _ log: inout FindingLog) {
    let files = entries.filter { !$0.isFolder }
    for file in files { judge(file, &log) }
    judgeIndexFiles(files, &log)
    judgeTopFolder(files, &log)
    for folder in EmptyFolders.all(in: entries.map(\.name)) {
      log.warn(.emptyFolder, entry: folder.shown, "the folder has no files, so it will not exist on devices")
    }
  }

  private static func judge(_ file: ZipEntry, _ log: inout FindingLog) {
    let parts = file.name.parts
    if parts.last?.elementsEqual(".DS_Store".utf8) == true
      || parts.dropLast().contains(where: { $0.elementsEqual("__MACOSX".utf8) })
    {
      log.warn(
        .finderFile, entry: file.name.shown, "the file is of the Mac's Finder, not of the app; leave it out")
    }
    if lowercasedName(of: file).hasSuffix(".map") {
      log.warn(
        .sourceMap, entry: file.name.shown, "the file looks like a source map; every device downloads it")
    }
    if file.unpackedSize > largeFileBytes {
      log.warn(
        .largeFile, entry: file.name.shown, "the file has \(file.unpackedSize) bytes; every device stores it")
    }
  }

  private static func judgeIndexFiles(_ files: [ZipEntry], _ log: inout FindingLog) {
    let found = files.filter { lowercasedName(of: $0) == "index.html" }
    guard found.count > 1 else { return }
    let names = found.prefix(3).map(\.name.shown).joined(separator: "', '")
    log.warn(
      .severalIndexFiles,
      "there are \(found.count) index.html files ('\(names)'…); name the right one as entry file")
  }

  /// The last part of a file's path, in lower case.
  private static func lowercasedName(of file: ZipEntry) -> String {
    String(decoding: file.name.parts.last ?? [], as: UTF8.self).lowercased()
  }

  private static func judgeTopFolder(_ files: [ZipEntry], _ log: inout FindingLog) {
    let tops = Set(files.map { $0.name.parts.dropLast().first })
    guard tops.count == 1, let only = tops.first, let top = only else { return }
    log.warn(
      .singleTopFolder, entry: EscapedName.of(Array(top)),
      "everything is in this one folder; the entry file's path must start with it")
  }
}
