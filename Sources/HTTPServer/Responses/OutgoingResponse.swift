/// An answer that is ready to be queued: made on the worker's thread, sent on the event's.
struct OutgoingResponse: Sendable {
  let composed: ComposedResponse
  let response: MHDResponse

  /// Composes the answer to a request. One that cannot be sent becomes 500, and is logged.
  init?(_ response: Response, to head: HeadBuffer, closing: Bool, log: HTTPLog) {
    let composed = ComposedResponse(response, to: head, closing: closing)
    if let made = composed.makeResponse() {
      self.composed = composed
      self.response = made
      return
    }
    log(
      .error,
      "the answer to request \(head.text(head.requestId)) cannot be sent: a field has a line break, or the process is out of memory or descriptors"
    )
    let fallback = ComposedResponse(HTTPFault.internalError.response, to: head, closing: true)
    guard let made = fallback.makeResponse() else { return nil }
    self.composed = fallback
    self.response = made
  }
}
