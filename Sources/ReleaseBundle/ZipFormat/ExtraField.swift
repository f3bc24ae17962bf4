/// One field of an entry's extra data (APPNOTE 4.5).
struct ExtraField {
  let identifier: UInt16
  let data: ArraySlice<UInt8>

  static let zip64: UInt16 = 0x0001
  /// Info-ZIP Unicode Path: a second name that some tools prefer to the first.
  static let unicodePath: UInt16 = 0x7075
  /// The fields of encrypted entries: strong encryption, its certificates, and WinZip's AES.
  static let encryption: Set<UInt16> = [0x0014, 0x0015, 0x0016, 0x0017, 0x0018, 0x0019, 0x9901]
  /// Fields that can rename an entry or turn it into a link or a device for the tools that know them: PKWARE Unix,
  /// ZipIt for the Mac (long and short), old Mac, libarchive's experimental field, and ASi Unix.
  static let overriding: Set<UInt16> = [0x000d, 0x2605, 0x2705, 0x334d, 0x6c78, 0x756e]

  /// Takes extra data apart; nil when it is not a row of whole fields.
  static func parse(_ bytes: ArraySlice<UInt8>) -> [ExtraField]? {
    var fields: [ExtraField] = []
    var rest = bytes
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let length = Int(rest.uint16(2))
      guard rest.count - 4 >= length else { return nil }
      fields.append(ExtraField(identifier: rest.uint16(0), data: rest.dropFirst(4).prefix(length)))
      rest = rest.dropFirst(4 + length)
    }
    return fields
  }
}
