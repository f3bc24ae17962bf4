/// The header fields that the server itself looks at, found while the header is copied.
struct KnownFields {
  var hosts = 0
  var host: HeadBuffer.Slice?
  var contentLengths = 0
  var transferEncodings = 0
  var contentLength: HeadBuffer.Slice?
  var transferEncoding: HeadBuffer.Slice?
  var expect: HeadBuffer.Slice?
  var ifNoneMatch: HeadBuffer.Slice?
  var acceptEncoding: HeadBuffer.Slice?
  var requestId: HeadBuffer.Slice?

  /// Notes a field when it is one of these; the length of its name rules most others out.
  mutating func note(_ field: HeadBuffer.Pair, in head: HeadBuffer) {
    let name = head.view(field.name)
    switch name.count {
    case 4 where ASCII.equalIgnoringCase(name, "host"):
      hosts += 1
      host = field.value
    case 6 where ASCII.equalIgnoringCase(name, "expect"): expect = field.value
    case 12 where ASCII.equalIgnoringCase(name, "x-request-id"): requestId = field.value
    case 13 where ASCII.equalIgnoringCase(name, "if-none-match"): ifNoneMatch = field.value
    case 14 where ASCII.equalIgnoringCase(name, "content-length"):
      contentLengths += 1
      contentLength = field.value
    case 15 where ASCII.equalIgnoringCase(name, "accept-encoding"): acceptEncoding = field.value
    case 17 where ASCII.equalIgnoringCase(name, "transfer-encoding"):
      transferEncodings += 1
      transferEncoding = field.value
    default: return
    }
  }
}
