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
    begin(record)
    record.head.target = record.head.append(target, count: strlen(target))
    record.targetStart = target
  }

  /// Begins a request of which nothing is known yet.
  func begin(_ record: ConnectionRecord) {
    record.begin()
    record.head.trustsForwarding = core.trusts(record.peer)
    record.startedAt = core.accessLog == nil ? 0 : Clock.monotonic()
    counters.begin()
  }

  /// Ends a request: its answer is out, or the connection failed.
  func completed(
    _ record: ConnectionRecord, _ connection: OpaquePointer, _ end: MHD_RequestTerminationCode
  ) {
    let fault = record.fault ?? (record.progress.cut == .slow ? .bodyTooSlow : .bodyCutShort)
    var answer: ComposedResponse?
    if let exchange = record.exchange {
      record.note(running: nil)
      answer = exchange.finish(fault)?.composed
    }
    let isUnfinished = end == .REQUEST_TERMINATED_CLIENT_ABORT || record.progress.cut != nil
    if answer == nil, isUnfinished, record.isReceivingBody {
      answer = composed(fault, record)
    }
    if let answer, record.status == 0 { sendLast(answer, record, connection) }
    finish(record)
  }

  /// Counts a request that is over, and makes ready for the next one.
  func finish(_ record: ConnectionRecord) {
    counters.end(status: record.status)
    note(record)
    record.stage = .header
    record.targetStart = nil
    record.progress.finishRequest()
  }

  private func note(_ record: ConnectionRecord) {
    guard let accessLog = core.accessLog else { return }
    let head = RequestHead(buffer: record.head)
    guard accessLog.isWanted(record.status, head) else { return }
    let isRefused = !(200..<400).contains(record.status)
    let target = core.logged(head.target).text(withValuesOf: isRefused ? [] : accessLog.shownParameters)
    accessLog.write(
      AccessRecord(
        method: head.method, target: target, status: record.status, bodyBytes: record.bodyBytes,
        duration: .nanoseconds(Clock.monotonic() - record.startedAt), requestId: head.requestId,
        remoteAddress: head.remoteAddress))
  }
}
