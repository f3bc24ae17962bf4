/// How an entry's data is packed (APPNOTE 4.4.5); only what every tool can read.
enum CompressionMethod: UInt16, Sendable {
  case stored = 0
  case deflated = 8
}
