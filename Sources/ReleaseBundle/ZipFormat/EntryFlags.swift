/// The general purpose bit flag of an entry (APPNOTE 4.4.4).
struct EntryFlags: OptionSet {
  let rawValue: UInt16

  static let encrypted = EntryFlags(rawValue: 1 << 0)
  /// Two bits by which a packer says how hard it tried.
  static let deflateEffort = EntryFlags(rawValue: 3 << 1)
  /// Sizes and CRC follow the data.
  static let dataDescriptor = EntryFlags(rawValue: 1 << 3)
  static let stronglyEncrypted = EntryFlags(rawValue: 1 << 6)
  /// The name is UTF-8.
  static let utf8 = EntryFlags(rawValue: 1 << 11)
  static let maskedHeader = EntryFlags(rawValue: 1 << 13)

  /// The flags of an entry whose data is secret.
  static let allEncrypted: EntryFlags = [.encrypted, .stronglyEncrypted, .maskedHeader]
  /// The flags that this reader understands.
  static let supported: EntryFlags = [.deflateEffort, .dataDescriptor, .utf8]
}
