/// What an archive's end records say about its central directory.
struct DirectoryLocation {
  /// The number of entries.
  let entryCount: UInt64
  /// The first byte of the directory, which is where the last entry must end.
  let start: UInt64
  /// The directory's length in bytes.
  let size: UInt64
  /// The first byte of the end records, which is where the directory must end.
  let recordsStart: UInt64
}
