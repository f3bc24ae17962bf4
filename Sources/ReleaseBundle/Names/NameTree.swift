/// All names of an archive, to find those that would meet on a file system that ignores upper and lower case or the
/// way accents are written, as those of Apple and Windows do.
///
/// Two parts meet when they are the same after Unicode case folding and normalisation. `String` compares by canonical
/// equivalence, so `é` in one and in two scalars are one key; lower, then upper, then lower case joins what full case
/// folding joins (`ß`, `ẞ` and `SS`, `ς` and `σ`), and a little more. Without the first step `ẞ`, which is upper case
/// already, would stay alone.
struct NameTree {
  private struct Place: Hashable {
    let folder: Int
    let foldedPart: String
  }

  private struct Node {
    let part: ArraySlice<UInt8>
    let shown: String
    var isFile = false
    var isListedFolder = false
    var isFolder = false
  }

  private static let root = -1

  private var nodes: [Node] = []
  private var indices: [Place: Int] = [:]

  /// Adds a name, and reports it when it meets one that is there already. A name that is not UTF-8 is not added.
  mutating func insert(_ name: EntryName, _ log: inout FindingLog) {
    guard name.path != nil, !name.bytes.isEmpty else { return }
    let parts = name.parts
    var folder = Self.root
    for part in parts.dropLast() {
      guard let index = node(for: part, in: folder, of: name, &log) else { return }
      if nodes[index].isFile {
        log.refuse(
          .fileIsAlsoFolder, entry: name.shown, "'\(nodes[index].shown)' is a file, so nothing can be in it")
        return
      }
      nodes[index].isFolder = true
      folder = index
    }
    guard let last = parts.last, let index = node(for: last, in: folder, of: name, &log) else { return }
    name.isFolder ? listFolder(index, name, &log) : listFile(index, name, &log)
  }

  private mutating func listFile(_ index: Int, _ name: EntryName, _ log: inout FindingLog) {
    if nodes[index].isFile {
      log.refuse(.duplicateName, entry: name.shown, "the archive has this name twice; make it again")
    } else if nodes[index].isFolder {
      log.refuse(.fileIsAlsoFolder, entry: name.shown, "this file is a folder of another entry too")
    }
    nodes[index].isFile = true
  }

  private mutating func listFolder(_ index: Int, _ name: EntryName, _ log: inout FindingLog) {
    if nodes[index].isListedFolder {
      log.refuse(.duplicateName, entry: name.shown, "the archive has this folder twice; make it again")
    } else if nodes[index].isFile {
      log.refuse(.fileIsAlsoFolder, entry: name.shown, "this folder is a file too")
    }
    nodes[index].isListedFolder = true
    nodes[index].isFolder = true
  }

  /// The node of a part, new or known; nil, with a report, when another spelling of it is there already.
  private mutating func node(
    for part: ArraySlice<UInt8>, in folder: Int, of name: EntryName, _ log: inout FindingLog
  ) -> Int? {
    let place = Place(folder: folder, foldedPart: Self.folded(part))
    guard let index = indices[place] else {
      indices[place] = nodes.count
      nodes.append(Node(part: part, shown: name.shown))
      return nodes.count - 1
    }
    guard nodes[index].part.elementsEqual(part) else {
      log.refuse(
        .nameCollision, entry: name.shown,
        "'\(nodes[index].shown)' has the same name where upper and lower case or accents do not count; rename one"
      )
      return nil
    }
    return index
  }

  private static func folded(_ part: ArraySlice<UInt8>) -> String {
    String(decoding: part, as: UTF8.self).lowercased().uppercased().lowercased()
  }
}
