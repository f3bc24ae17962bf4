import CMicroHTTPD

/// A response whose `X-Request-Id` and `Date` are written over for each request, so that nothing is allocated.
///
/// libmicrohttpd reads the fields while it handles the connection that queued the response, on the loop's thread, before
/// it calls any other handler; after that only the body is in use. So a loop may change its own fields in between.
struct StampedResponse {
  /// How long a request id must be to be written in place.
  static let idLength = 32
  private static let dateLength = 29

  let response: MHDResponse
  private let id: UnsafeMutablePointer<CChar>
  private let date: UnsafeMutablePointer<CChar>

  /// nil without memory, or when a field cannot be sent.
  init?(_ bytes: SharedBytes, _ headers: HeaderFields) {
    var headers = headers
    headers["Date"] = String(repeating: "-", count: Self.dateLength)
    headers["X-Content-Type-Options"] = "nosniff"
    headers["X-Request-Id"] = String(repeating: "-", count: Self.idLength)
    guard let response = MHDResponse(bytes, fields: headers.fields),
      let id = mhd_get_response_header(response.handle, "X-Request-Id"),
      let date = mhd_get_response_header(response.handle, "Date")
    else { return nil }
    self.response = response
    self.id = UnsafeMutablePointer(mutating: id)
    self.date = UnsafeMutablePointer(mutating: date)
  }

  /// Writes the fields of this request. `id` must have `idLength` bytes.
  func stamp(id requestId: UnsafeRawBufferPointer, date now: HTTPDate) {
    requestId.withMemoryRebound(to: CChar.self) { source in
      if let start = source.baseAddress { id.update(from: start, count: Self.idLength) }
    }
    now.copy(to: date)
  }
}
