import CMicroHTTPD

extension EventLoop {
  /// Sends a handler's answer.
  func send(_ response: Response, _ record: ConnectionRecord, _ connection: OpaquePointer) -> MHD_Result {
    if case .prepared(let prepared) = response.body, response.headers.fields.isEmpty,
      let result = sendStamped(prepared, record, connection)
    {
      return result
    }
    let closing = core.isClosing(self)
    guard let answer = OutgoingResponse(response, to: record.head, closing: closing, log: core.log) else {
      return .NO
    }
    return queue(answer, record, connection)
  }

  /// Queues an answer that is ready.
  func queue(
    _ answer: OutgoingResponse, _ record: ConnectionRecord, _ connection: OpaquePointer
  ) -> MHD_Result {
    let composed = answer.composed
    return queue(
      answer.response, composed.status.code, composed.count, record, connection)
  }

  /// Sends a prepared answer without copying it; nil when this request needs the slower way.
  private func sendStamped(
    _ prepared: PreparedResponse, _ record: ConnectionRecord, _ connection: OpaquePointer
  ) -> MHD_Result? {
    let head = record.head
    let id = head.view(head.requestId)
    guard let slot, id.count == StampedResponse.idLength, !core.isClosing(self) else { return nil }
    let compressed = prepared.compressed.flatMap { form in
      head.known.acceptEncoding.flatMap { ContentCoding.isAccepted(by: head.text($0)) ? form : nil }
    }
    let handle = prepared.handles.handle(slot, compressed: compressed != nil) {
      StampedResponse(compressed?.bytes ?? prepared.bytes, compressed?.headers ?? prepared.headers)
    }
    guard let handle else { return nil }
    handle.stamp(id: id, date: date())
    let isKnown = isKnownToClient(prepared, head)
    // With 304, libmicrohttpd sends the same fields and leaves the body out.
    return queue(
      handle.response, isKnown ? 304 : prepared.status.code, UInt64(prepared.bytes.count), record, connection)
  }

  private func isKnownToClient(_ prepared: PreparedResponse, _ head: HeadBuffer) -> Bool {
    guard let tag = prepared.entityTag, let known = head.known.ifNoneMatch, prepared.status == 200,
      head.method == .get || head.method == .head
    else { return false }
    return EntityTag.list(head.view(known), contains: tag)
  }

  private func queue(
    _ response: MHDResponse, _ status: Int, _ count: UInt64, _ record: ConnectionRecord,
    _ connection: OpaquePointer
  ) -> MHD_Result {
    record.status = status
    record.bodyBytes = status == 304 || status == 204 || record.head.method == .head ? 0 : count
    if record.exchange == nil { record.stage = .answered }
    record.progress.enter(.answer)
    return refusals_queue_own(connection, UInt32(status), response.handle) != 0 ? .YES : .NO
  }
}
