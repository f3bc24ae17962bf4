/// The bytes that pairs of hexadecimal digits stand for.
func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap { $0.hexDigitValue.map(UInt8.init) }
  precondition(digits.count == hex.count && digits.count % 2 == 0, "not hexadecimal: \(hex)")
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
