import CMicroHTTPD
import Glibc

extension EventLoop {
  /// Begins a connection; what is returned belongs to it until `closed`.
  func opened(_ connection: OpaquePointer) -> UnsafeMutableRawPointer {
    let peer = PeerAddress(mhd_client_address(connection))
    let record = ConnectionRecord(
      loop: self, descriptor: mhd_connection_socket(connection), peer: peer,
      isExcess: core.connections.isFull(for: peer))
    core.connections.add(record)
    return Unmanaged.passRetained(record).toOpaque()
  }

  /// Ends a connection. Its descriptor is closed as soon as this returns.
  func closed(_ record: ConnectionRecord) {
    core.connections.remove(record)
    if let copy = record.socket.release(keepingCopy: record.lingers) { core.lingering.add(copy) }
  }

  /// Begins a request: its target is there, its header fields are not.
  func begin(_ record: ConnectionRecord, _ target: UnsafePointer<CChar>) {
    record.begin(target: target, length: strlen(target))
    record.startedAt = core.accessLog == nil ? 0 : Clock.monotonic()
    counters.begin()
  }

  /// Ends a request: its answer is out, or the connection failed.
  func completed(_ record: ConnectionRecord) {
    let fault = record.progress.wasCut ? HTTPFault.bodyTooSlow : .bodyCutShort
    if let exchange = record.exchange {
      record.note(running: nil)
      if let answer = exchange.finish(fault), record.status == 0 { sendDirectly(answer, record) }
    }
    counters.end(status: record.status)
    if let accessLog = core.accessLog { accessLog(accessRecord(record)) }
    record.stage = .header
    record.progress.finishRequest()
  }

  /// Sends an answer in the middle of a body, where libmicrohttpd takes none.
  private func sendDirectly(_ answer: OutgoingResponse, _ record: ConnectionRecord) {
    guard !isEncrypted, let bytes = answer.composed.serialized() else { return }
    record.socket.sendNow(bytes)
    record.lingers = true
    record.status = answer.composed.status.code
    record.bodyBytes = answer.composed.count
  }

  private func accessRecord(_ record: ConnectionRecord) -> AccessRecord {
    let head = RequestHead(buffer: record.head)
    return AccessRecord(
      method: head.method, target: head.target, status: record.status, bodyBytes: record.bodyBytes,
      duration: .nanoseconds(Clock.monotonic() - record.startedAt), requestId: head.requestId,
      remoteAddress: head.remoteAddress)
  }
}
