/// A response while the server decides what of it is sent.
struct ResponseDraft {
  private(set) var status: HTTPStatus
  var headers: HeaderFields
  private(set) var payload: ComposedResponse.Payload
  private let head: HeadBuffer
  private let compressed: PreparedResponse.Compressed?

  init(_ response: Response, for head: HeadBuffer) {
    self.head = head
    status = response.status
    headers = response.headers
    compressed =
      switch response.body {
      case .prepared(let prepared): prepared.compressed
      default: nil
      }
    switch response.body {
    case .empty: payload = .bytes(Self.nothing)
    case .bytes(let bytes): payload = .bytes(SharedBytes(bytes))
    case .file(let file): payload = .file(file, offset: 0, count: file.size)
    case .prepared(let prepared):
      payload = .bytes(prepared.bytes)
      headers = prepared.headers
      for field in response.headers.fields { headers[field.name] = field.value }
    }
  }

  private static let nothing = SharedBytes([])

  private var isPlainRead: Bool { status == 200 && (head.method == .get || head.method == .head) }

  /// Turns the answer into 304 when the client has these bytes already (RFC 9110, 13.1.2).
  mutating func applyConditions() {
    guard isPlainRead, let tag = headers["ETag"], let known = head.known.ifNoneMatch else { return }
    if EntityTag.list(head.view(known), contains: tag) { status = 304 }
  }

  /// Cuts a file to the range that was asked for, which only GET can do (RFC 9110, 14.2).
  mutating func applyRange() {
    guard case .file(let file, _, let size) = payload else { return }
    headers["Accept-Ranges"] = "bytes"
    guard status == 200, head.method == .get, let field = RequestHead(buffer: head)["Range"],
      rangeStillApplies
    else { return }
    switch ByteRange(parsing: field, size: size) {
    case .whole: return
    case .part(let offset, let count):
      status = 206
      headers["Content-Range"] = "bytes \(offset)-\(offset + count - 1)/\(size)"
      payload = .file(file, offset: offset, count: count)
    case .unsatisfiable:
      let refusal = HTTPFault.rangeNotSatisfiable(size: size).response
      self = ResponseDraft(refusal, for: head)
    }
  }

  /// Compresses bytes that nobody names by a strong tag, for clients that accept it.
  mutating func applyCompression() {
    guard case .bytes(let bytes) = payload, status != 304, status != 206 else { return }
    if let compressed {
      guard isGzipAccepted else { return }
      headers["Content-Encoding"] = "gzip"
      headers["ETag"] = compressed.headers["ETag"]
      payload = .bytes(compressed.bytes)
    } else if headers["ETag"] == nil, headers["Content-Encoding"] == nil {
      guard ContentCoding.isWorthwhile(count: bytes.count, type: headers["Content-Type"]) else { return }
      headers = headers.varyingByEncoding
      guard isGzipAccepted, let gzip = ContentCoding.compress(bytes.view) else { return }
      headers = headers.compressed
      payload = .bytes(SharedBytes(gzip))
    }
  }

  private var isGzipAccepted: Bool {
    head.known.acceptEncoding.map { ContentCoding.isAccepted(by: head.text($0)) } ?? false
  }

  /// Whether `If-Range` is absent or names these bytes (RFC 9110, 13.1.5).
  private var rangeStillApplies: Bool {
    guard let condition = RequestHead(buffer: head)["If-Range"] else { return true }
    if let tag = headers["ETag"], EntityTag.isStrong(condition, equalTo: tag) { return true }
    return headers["Last-Modified"].map { $0 == condition } ?? false
  }
}
