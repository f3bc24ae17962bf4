/// What a header says of the body that follows it.
struct RequestBody {
  /// The declared length; nil when the body is chunked.
  let count: UInt64?
  /// Whether the client waits for permission to send it.
  let isExpecting: Bool

  /// Reads the fields of a header that was found well formed; lengths that are no numbers were refused before.
  init(_ head: HeadBuffer) {
    let known = head.known
    if known.transferEncoding != nil {
      count = nil
    } else {
      count = known.contentLength.map { UInt64(head.text($0)) ?? .max } ?? 0
    }
    isExpecting = known.expect != nil
  }

  /// Whether there is no body at all.
  var isEmpty: Bool { count == 0 }

  /// Whether the body is on its way and so small that, unwanted, it is better thrown away than left unread: then the
  /// connection can go on.
  var isSmall: Bool { !isExpecting && count.map { $0 <= Self.smallBytes } ?? false }

  private static let smallBytes: UInt64 = 64 << 10
}
