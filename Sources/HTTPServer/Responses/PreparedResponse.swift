/// An answer that is made once and sent many times, from the event thread, without copying or allocating.
///
/// With an `ETag` among its fields, `If-None-Match` is answered with 304. A text body of more than a kilobyte also gets
/// a gzip form, with a weak tag.
package final class PreparedResponse: Sendable {
  /// The status.
  package let status: HTTPStatus
  /// The fields, without those that the server adds.
  package let headers: HeaderFields
  /// The body as it is sent to clients without gzip.
  package var body: [UInt8] { Array(bytes.view) }

  let bytes: SharedBytes
  let entityTag: String?
  let compressed: Compressed?
  let handles = LoopHandles()

  /// The gzip form: other bytes, other fields.
  struct Compressed: Sendable {
    let headers: HeaderFields
    let bytes: SharedBytes
  }

  package init(_ status: HTTPStatus, headers: HeaderFields, body: [UInt8]) {
    self.status = status
    bytes = SharedBytes(body)
    entityTag = headers["ETag"]
    guard ContentCoding.isWorthwhile(count: body.count, type: headers["Content-Type"]),
      let gzip = ContentCoding.compress(bytes.view)
    else {
      self.headers = headers
      compressed = nil
      return
    }
    let varying = headers.varyingByEncoding
    self.headers = varying
    compressed = Compressed(headers: varying.compressed, bytes: SharedBytes(gzip))
  }

  /// An answer of JSON text.
  package convenience init(json body: [UInt8], status: HTTPStatus = 200, headers: HeaderFields = [:]) {
    var headers = headers
    headers["Content-Type"] = "application/json"
    self.init(status, headers: headers, body: body)
  }
}

extension HeaderFields {
  /// With `Vary: Accept-Encoding`.
  var varyingByEncoding: HeaderFields {
    var fields = self
    fields["Vary"] = self["Vary"].map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"
    return fields
  }

  /// With `Content-Encoding: gzip`, and a weak tag, since a strong one names the bytes.
  var compressed: HeaderFields {
    var fields = self
    fields["Content-Encoding"] = "gzip"
    if let tag = self["ETag"], !tag.hasPrefix("W/") { fields["ETag"] = "W/\(tag)" }
    return fields
  }
}
