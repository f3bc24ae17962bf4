/// The `Content-Range` field of an answer in bytes (RFC 9110, section 14.4).
struct ContentRange: Hashable {
  /// The first byte that is sent; nil in an answer that no range satisfies.
  let firstByte: UInt64?
  /// The length of the whole resource, when the server says.
  let totalBytes: UInt64?

  /// Reads `bytes 5-9/10`, `bytes 5-9/*` and `bytes */10`.
  init?(parsing text: String) {
    guard text.hasPrefix("bytes ") else { return nil }
    let sides = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    totalBytes = UInt64(sides[1])
    guard totalBytes != nil || sides[1] == "*" else { return nil }
    if sides[0] == "*" {
      firstByte = nil
      return
    }
    let bounds = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = UInt64(bounds[0]), let last = UInt64(bounds[1]), first <= last else {
      return nil
    }
    firstByte = first
  }
}
