/// An entry must be a regular file or a folder, and say so in one way only.
enum KindRules {
  /// The upper half of the external attributes, where it has a file type, as `st_mode` has it.
  private enum UnixType: UInt32 {
    case none = 0
    case folder = 0o040000
    case file = 0o100000
    case link = 0o120000
  }

  private static let typeMask: UInt32 = 0o170000
  private static let dosVolumeLabel: UInt32 = 0x08
  private static let dosFolder: UInt32 = 0x10
  private static let dosReparsePoint: UInt32 = 0x400

  /// Reports what the entry is instead, whatever system the archive says it was made on: tools differ in when they
  /// look at which half of the attributes.
  static func judge(_ record: CentralRecord, _ log: inout FindingLog) {
    let entry = record.name.shown
    let attributes = record.externalAttributes
    let type = UnixType(rawValue: attributes >> 16 & typeMask)
    if type == .link || attributes & dosReparsePoint != 0 && type != .file {
      log.refuse(.symbolicLink, entry: entry, "the entry is a link; put the file itself into the bundle")
    } else if type == nil || attributes & dosVolumeLabel != 0 {
      log.refuse(.notARegularFile, entry: entry, "the entry is a device, a pipe or the like; leave it out")
    } else if record.name.isFolder ? type == .file : type == .folder || attributes & dosFolder != 0 {
      log.refuse(.kindMismatch, entry: entry, "name and attributes disagree whether this is a folder")
    }
    if record.name.isFolder, let extent = record.extent, extent.unpackedSize > 0 {
      log.refuse(.folderWithData, entry: entry, "the entry is a folder and has data")
    }
  }
}
