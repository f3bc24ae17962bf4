/// The bytes of one request's head, and where its parts are.
///
/// One buffer serves all requests of a connection, as long as nobody keeps a `RequestHead`, so that a check costs no
/// allocation.
///
/// Not checked by the compiler, because the event thread refills it: it does so only while it holds the sole reference
/// (`isKnownUniquelyReferenced`), so whoever else can read it sees bytes that do not change.
final class HeadBuffer: @unchecked Sendable {
  /// A run of bytes of the buffer.
  struct Slice {
    var start: Int32
    var count: Int32

    static let empty = Slice(start: 0, count: 0)
  }

  /// A name and a value: a header field, a query item or a path parameter.
  struct Pair {
    var name: Slice
    var value: Slice
  }

  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  var method = RequestMethod.other
  /// The target as it was sent.
  var target = Slice.empty
  /// The path as it was sent, without query.
  var rawPath = Slice.empty
  /// The path, decoded.
  var path = Slice.empty
  /// Whether the path had escapes, so that `rawPath` and `path` differ.
  var hasEscapedPath = false
  /// The decoded query items, in order.
  var query: [Pair] = []
  var headers: [Pair] = []
  /// The decoded values of the route's parameters, in the template's order.
  var parameters: [Slice] = []
  /// The names that belong to `parameters`.
  var parameterNames: [String] = []
  /// The fields that the server itself looks at.
  var known = KnownFields()
  var requestId = Slice.empty
  var peer = PeerAddress()
  /// Whether `X-Forwarded-For` of this peer counts.
  var trustsForwarding = false

  init() {
    capacity = 1024
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// Forgets the last request, and keeps the memory.
  func clear() {
    count = 0
    method = .other
    target = .empty
    hasEscapedPath = false
    known = KnownFields()
    query.removeAll(keepingCapacity: true)
    headers.removeAll(keepingCapacity: true)
    if !parameters.isEmpty {
      parameters.removeAll(keepingCapacity: true)
      parameterNames = []
    }
  }

  /// Copies bytes to the end.
  func append(_ source: UnsafeRawPointer, count length: Int) -> Slice {
    reserve(length)
    (bytes + count).update(from: source.assumingMemoryBound(to: UInt8.self), count: length)
    defer { count += length }
    return Slice(start: Int32(count), count: Int32(length))
  }

  /// Appends what `write` makes of at most `length` bytes of room; it returns the count, or nil when it refuses.
  func append(upTo length: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int?) -> Slice? {
    reserve(length)
    guard let written = write(bytes + count) else { return nil }
    defer { count += written }
    return Slice(start: Int32(count), count: Int32(written))
  }

  /// The bytes of a slice; valid until the next append.
  func view(_ slice: Slice) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes + Int(slice.start), count: Int(slice.count))
  }

  /// The text of a slice; bytes that are not UTF-8 become U+FFFD.
  func text(_ slice: Slice) -> String { String(decoding: view(slice), as: UTF8.self) }

  private func reserve(_ length: Int) {
    guard count + length > capacity else { return }
    let larger = max(capacity * 2, count + length)
    let replacement = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    replacement.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = replacement
    capacity = larger
  }
}
