/// The CRC and sizes that follow a streamed entry's data (APPNOTE 4.3.9): with or without a signature, sizes of 32 or
/// 64 bits, as different tools write them.
enum DataDescriptor {
  static let signature: UInt32 = 0x0807_4b50
  /// The length of the longest form.
  static let longest = 24

  private static let forms: [(signed: Bool, wide: Bool)] = [
    (true, true), (true, false), (false, true), (false, false),
  ]

  /// The length of the form in which `bytes`, which may go on after it, start with exactly these values; nil when
  /// there is none. Where several fit, one of `preferredLength` is taken.
  static func length(
    in bytes: ArraySlice<UInt8>, crc32: UInt32, packedSize: UInt64, unpackedSize: UInt64,
    preferredLength: UInt64
  ) -> Int? {
    let fitting = forms.compactMap { form -> Int? in
      let expected = encoded(
        crc32: crc32, packedSize: packedSize, unpackedSize: unpackedSize, signed: form.signed, wide: form.wide
      )
      return expected.flatMap { bytes.starts(with: $0) ? $0.count : nil }
    }
    return fitting.first { $0 == preferredLength } ?? fitting.first
  }

  /// The descriptor in one form; nil when the sizes do not fit into it.
  static func encoded(
    crc32: UInt32, packedSize: UInt64, unpackedSize: UInt64, signed: Bool, wide: Bool
  ) -> [UInt8]? {
    var bytes: [UInt8] = signed ? littleEndian(signature) : []
    bytes += littleEndian(crc32)
    for size in [packedSize, unpackedSize] {
      if wide {
        bytes += littleEndian(size)
      } else {
        guard let short = UInt32(exactly: size) else { return nil }
        bytes += littleEndian(short)
      }
    }
    return bytes
  }
}
