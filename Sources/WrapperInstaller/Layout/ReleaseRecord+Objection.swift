import ReleaseBundle
import ReleaseModel

extension ReleaseRecord {
  /// Why this library cannot have written the record; nil when it can.
  var objection: String? {
    if !Self.isWithin(entryFile) {
      return "release \(version) opens '\(EscapedName.of(entryFile))', which is no file in it"
    }
    if sequence < 0 { return "release \(version) has the sequence \(sequence)" }
    if tree.fileCount < 0 { return "release \(version) has \(tree.fileCount) files" }
    if let place, !Self.places.contains(place) { return "release \(version) has the place \(place)" }
    return nil
  }

  /// Whether a path stays within the folder that it is relative to, and means the same to whoever reads it.
  private static func isWithin(_ path: String) -> Bool {
    path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !["", ".", ".."].contains($0)
      }
  }
}

extension CurrentPointer {
  /// Why this library cannot have written the pointer; nil when it can.
  var objection: String? {
    for case let record? in [current, previous, lastGood, launch?.release] {
      if let objection = record.objection { return objection }
    }
    return nil
  }
}
