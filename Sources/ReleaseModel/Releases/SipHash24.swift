/// SipHash-2-4 (Aumasson and Bernstein 2012): a keyed 64-bit hash that stays the same in every process.
enum SipHash24 {
  /// Hashes two words, as 16 bytes in little-endian order.
  static func hash(_ first: UInt64, _ second: UInt64, key: (UInt64, UInt64)) -> UInt64 {
    var state = State(key: key)
    state.absorb(first)
    state.absorb(second)
    state.absorb(16 << 56)
    return state.finish()
  }

  private struct State {
    var v0, v1, v2, v3: UInt64

    init(key: (UInt64, UInt64)) {
      v0 = key.0 ^ 0x736f_6d65_7073_6575
      v1 = key.1 ^ 0x646f_7261_6e64_6f6d
      v2 = key.0 ^ 0x6c79_6765_6e65_7261
      v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func absorb(_ word: UInt64) {
      v3 ^= word
      for _ in 0..<2 { round() }
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xff
      for _ in 0..<4 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    mutating func round() {
      v0 &+= v1
      v1 = rotate(v1, 13) ^ v0
      v0 = rotate(v0, 32)
      v2 &+= v3
      v3 = rotate(v3, 16) ^ v2
      v0 &+= v3
      v3 = rotate(v3, 21) ^ v0
      v2 &+= v1
      v1 = rotate(v1, 17) ^ v2
      v2 = rotate(v2, 32)
    }

    func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
  }
}
