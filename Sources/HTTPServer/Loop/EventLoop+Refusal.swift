import CMicroHTTPD

// libmicrohttpd refuses by itself what it cannot parse, in its own words, some of it twice. The answers here go out in
// their place: before libmicrohttpd sends any of its own, the problem is sent and the sending side is shut down, so that
// the rest of libmicrohttpd's way to close the connection goes as always, but reaches nobody.
extension EventLoop {
  /// Answers a request that libmicrohttpd is about to refuse with `status`, and ends the connection.
  func refuse(_ record: ConnectionRecord, _ connection: OpaquePointer, status: Int) {
    let target = record.targetStart
    if target == nil { begin(record) }
    let fault = fault(of: record, connection, status)
    record.fault = fault
    if let answer = composed(fault, record) { sendLast(answer, record, connection) }
    // libmicrohttpd reports only the end of requests that it has reported before.
    if target == nil { finish(record) }
  }

  /// The answer to a fault, with which the connection ends; nil without memory.
  func composed(_ fault: HTTPFault, _ record: ConnectionRecord) -> ComposedResponse? {
    OutgoingResponse(fault.response, to: record.head, closing: true, log: core.log)?.composed
  }

  /// Sends an answer where libmicrohttpd takes none, as the last thing on its connection.
  func sendLast(_ answer: ComposedResponse, _ record: ConnectionRecord, _ connection: OpaquePointer) {
    guard let bytes = answer.serialized(withBody: record.head.method != .head) else { return }
    if isEncrypted {
      bytes.withUnsafeBytes { mhd_tls_send_last(connection, $0.baseAddress, $0.count) }
    } else {
      record.socket.sendNow(bytes)
    }
    record.socket.endOutgoing()
    record.lingers = true
    record.status = answer.status.code
    record.bodyBytes = record.head.method == .head ? 0 : answer.count
  }

  private func fault(of record: ConnectionRecord, _ connection: OpaquePointer, _ status: Int) -> HTTPFault {
    guard case .header = record.stage else { return bodyFault(status) }
    guard let target = record.targetStart else { return lineFault(record.head, status) }
    record.head.method = mhd_is_head(target) ? .head : .other
    return headerFault(record, connection, target, status)
  }

  /// What is wrong with a request whose first line libmicrohttpd could not read.
  private func lineFault(_ head: HeadBuffer, _ status: Int) -> HTTPFault {
    head.requestId = requestIds.append(to: head)
    switch status {
    case 414: return .urlTooLong(core.limits.maximumURLBytes)
    case 505: return .unsupportedHTTPVersion
    default: return .malformedRequestLine
    }
  }

  private func headerFault(
    _ record: ConnectionRecord, _ connection: OpaquePointer, _ target: UnsafePointer<CChar>, _ status: Int
  ) -> HTTPFault {
    let version = target + Int(record.head.target.count) + 1
    _ = copyFields(record, connection, end: version)
    if status == 431 { return .headerTooLarge(core.limits.maximumHeaderBytes) }
    // Once it has read the whole header, libmicrohttpd looks at the length of the body only.
    guard mhd_header_size(connection) > 0 else { return .malformedHeader }
    if let fault = fieldFault(record.head, isModern: isModern(version)) { return fault }
    return status == 413 ? .bodyBeyondCounting : .invalidContentLength
  }

  private func bodyFault(_ status: Int) -> HTTPFault {
    switch status {
    case 413: .bodyBeyondCounting
    case 431: .headerTooLarge(core.limits.maximumHeaderBytes)
    default: .malformedBody
    }
  }
}
