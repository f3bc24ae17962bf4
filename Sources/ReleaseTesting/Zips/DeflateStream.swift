/// Raw deflate streams (RFC 1951) written by hand.
package enum DeflateStream {
  /// The bytes as stored blocks: valid, five bytes longer for each 65,535.
  package static func storing(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      stream += [rest.isEmpty ? 1 : 0] + fixed(length) + fixed(~length) + block
    } while !rest.isEmpty
    return stream
  }
}

/// The bytes of a number, lowest first, as zip's records have them.
func fixed(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
