/// A response with everything decided: conditions, range, compression and the server's own fields.
struct ComposedResponse: Sendable {
  /// The bytes that follow the header.
  enum Payload: Sendable {
    case bytes(SharedBytes)
    case file(FileBody, offset: UInt64, count: UInt64)
  }

  let status: HTTPStatus
  let fields: [HeaderFields.Field]
  let payload: Payload

  /// Decides how `response` answers the request of `head`.
  init(_ response: Response, to head: HeadBuffer, closing: Bool) {
    var draft = ResponseDraft(response, for: head)
    draft.applyConditions()
    draft.applyRange()
    draft.applyCompression()
    draft.headers["X-Content-Type-Options"] = "nosniff"
    draft.headers["X-Request-Id"] = head.text(head.requestId)
    if closing { draft.headers["Connection"] = "close" }
    status = draft.status
    fields = draft.headers.fields
    payload = draft.payload
  }

  /// How many bytes the payload has.
  var count: UInt64 {
    switch payload {
    case .bytes(let bytes): UInt64(bytes.count)
    case .file(_, _, let count): count
    }
  }

  /// What libmicrohttpd sends; nil when a field cannot be sent or the system has no resources.
  func makeResponse() -> MHDResponse? {
    switch payload {
    case .bytes(let bytes): MHDResponse(bytes, fields: fields)
    case .file(let file, let offset, let count):
      MHDResponse(file, offset: offset, count: count, fields: fields)
    }
  }

  /// The whole answer as it goes over the wire when the connection ends with it; nil for a file. HEAD gets no body.
  func serialized(withBody: Bool) -> [UInt8]? {
    guard case .bytes(let bytes) = payload else { return nil }
    var lines = "HTTP/1.1 \(status.code) \(status.reason)\r\nDate: \(HTTPDate.now)\r\n"
    for field in fields { lines += "\(field.name): \(field.value)\r\n" }
    if !fields.contains(where: { $0.name == "Connection" }) { lines += "Connection: close\r\n" }
    lines += "Content-Length: \(bytes.count)\r\n\r\n"
    return Array(lines.utf8) + (withBody ? Array(bytes.view) : [])
  }
}
