/// Which 32 bytes may be an Ed25519 public key: what OpenSSL does not look at.
enum Ed25519Point {
  static let byteCount = 32

  /// Refuses two encodings of one point, and points of small order, with which anybody can sign anything.
  static func check(_ bytes: ArraySlice<UInt8>) throws(CryptographyError) {
    // The highest bit is the sign of x; the rest is y, little end first.
    var coordinate = Array(bytes)
    coordinate[byteCount - 1] &= 0x7f
    guard coordinate.reversed().lexicographicallyPrecedes(prime.reversed()) else {
      throw CryptographyError(
        .malformedKey, "an Ed25519 public key has to be less than 2^255 - 19; this encoding is not canonical")
    }
    guard !smallOrderCoordinates.contains(coordinate) else {
      throw CryptographyError(
        .weakKey, "this Ed25519 public key is a point of small order, with which anybody can sign")
    }
  }

  /// 2^255 - 19, little end first.
  private static let prime: [UInt8] = [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f]

  /// The y of the eight points whose order divides 8: 0 (order 4), 1 (the neutral point), p - 1 (order 2) and the
  /// two of order 8; each x has the same y with the other sign.
  private static let smallOrderCoordinates: Set<[UInt8]> = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
    [
      0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
      0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
      0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
      0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
  ]
}
