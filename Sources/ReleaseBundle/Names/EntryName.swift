/// The name of an entry, as it is in an archive or as a folder's file would have it there.
struct EntryName {
  /// The bytes, with the slash at the end that marks a folder.
  let bytes: [UInt8]
  /// The path without that slash; nil when the bytes are not UTF-8.
  let path: String?
  /// The name as findings show it.
  let shown: String
  /// Whether the name marks a folder.
  let isFolder: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isFolder = bytes.last == UInt8(ascii: "/")
    path = String(validating: isFolder ? bytes.dropLast() : bytes[...], as: UTF8.self)
    shown = EscapedName.of(bytes)
  }

  /// The parts between the slashes.
  var parts: [ArraySlice<UInt8>] {
    (isFolder ? bytes.dropLast() : bytes[...]).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  /// Whether every byte is ASCII.
  var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }
}
