/// One entry for `ZipBuilder`: a local header, data, and a central record, which need not agree.
package struct ZipBuilderEntry {
  /// What one of the two headers says.
  package struct Header {
    package var name: [UInt8]
    package var flags: UInt16
    package var method: UInt16
    package var crc32: UInt32
    package var packedSize: UInt32
    package var unpackedSize: UInt32
    package var extra: [UInt8] = []
  }

  /// The header before the data; nil writes none.
  package var local: Header?
  /// The header in the directory.
  package var central: Header
  /// The packed data.
  package var body: [UInt8]
  /// What follows the data.
  package var descriptor: [UInt8] = []
  /// Bytes before the local header.
  package var before: [UInt8] = []
  /// How often the directory lists the entry.
  package var listings = 1
  /// Where the directory says that the entry is; nil stands for the truth.
  package var localOffset: UInt32?
  package var diskStart: UInt16 = 0
  package var comment: [UInt8] = []
  /// The system that the archive says it was made on: 3 is Unix.
  package var madeBy: UInt8 = 3
  package var externalAttributes: UInt32

  /// An honest entry, deflated; a folder when the name ends with a slash. Names that are not ASCII are marked as UTF-8.
  init(name: [UInt8], data: [UInt8]) {
    let isFolder = name.last == UInt8(ascii: "/")
    let data = isFolder ? [] : data
    body = isFolder ? [] : DeflateStream.storing(data)
    central = Header(
      name: name, flags: name.allSatisfy { $0 < 0x80 } ? 0 : 1 << 11, method: isFolder ? 0 : 8,
      crc32: ReleaseTesting.crc32(of: data), packedSize: UInt32(body.count), unpackedSize: UInt32(data.count))
    local = central
    externalAttributes = isFolder ? 0o040755 << 16 | 0x10 : 0o100644 << 16
  }

  /// Stores the data instead of deflating it.
  package mutating func store(_ data: [UInt8]) {
    body = data
    both { header in
      header.method = 0
      header.packedSize = UInt32(data.count)
    }
  }

  /// Changes both headers alike.
  package mutating func both(_ change: (inout Header) -> Void) {
    change(&central)
    guard var header = local else { return }
    change(&header)
    local = header
  }

  /// Moves CRC and sizes behind the data, as streaming tools do.
  package mutating func stream(signed: Bool = true, wide: Bool = false) {
    both { $0.flags |= 1 << 3 }
    descriptor = signed ? fixed(UInt32(0x0807_4b50)) : []
    descriptor += fixed(central.crc32)
    for size in [central.packedSize, central.unpackedSize] {
      descriptor += wide ? fixed(UInt64(size)) : fixed(size)
    }
    local?.crc32 = 0
    local?.packedSize = 0
    local?.unpackedSize = 0
  }

  /// An extra field.
  package static func extra(_ identifier: UInt16, _ data: [UInt8]) -> [UInt8] {
    fixed(identifier) + fixed(UInt16(data.count)) + data
  }

  func localBytes() -> [UInt8] {
    guard let local else { return [] }
    return fixed(UInt32(0x0403_4b50)) + fixed(UInt16(20)) + Self.shared(local) + local.name + local.extra
      + body
      + descriptor
  }

  func centralBytes(at offset: UInt32) -> [UInt8] {
    var record = fixed(UInt32(0x0201_4b50)) + [20, madeBy, 20, 0] + Self.shared(central)
    record += fixed(UInt16(comment.count)) + fixed(diskStart) + fixed(UInt16(0)) + fixed(externalAttributes)
    record += fixed(localOffset ?? offset) + central.name + central.extra + comment
    return Array(repeatElement(record, count: listings).joined())
  }

  /// The fields that both headers have, in the same order.
  private static func shared(_ header: Header) -> [UInt8] {
    var bytes = fixed(header.flags) + fixed(header.method) + fixed(UInt16(0)) + fixed(UInt16(0x21))
    bytes += fixed(header.crc32) + fixed(header.packedSize) + fixed(header.unpackedSize)
    return bytes + fixed(UInt16(header.name.count)) + fixed(UInt16(header.extra.count))
  }
}
