/// One element of DER: its tag, its length and its content.
func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
  switch content.count {
  case ..<128: [tag, UInt8(content.count)] + content
  case ..<256: [tag, 0x81, UInt8(content.count)] + content
  default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
  }
}
