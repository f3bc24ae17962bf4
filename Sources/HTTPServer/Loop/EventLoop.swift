import CMicroHTTPD
import Glibc
import Synchronization

/// One thread that moves the bytes of its connections: one libmicrohttpd daemon.
///
/// Not checked by the compiler: `daemon` is written once before the loop is shared, and what is marked so belongs to the
/// loop's own thread.
final class EventLoop: @unchecked Sendable {
  let core: ServerCore
  let slot: LoopSlot?
  let isEncrypted: Bool
  let counters = LoopCounters()
  private let retired = Atomic<Bool>(false)
  private var daemon: OpaquePointer?
  let listener: Int32

  // The loop's own thread only.
  var requestIds: RequestIdSource
  private var cachedDate = HTTPDate(second: 0)

  /// Starts a loop that accepts connections of `listener`, which it takes over.
  init(core: ServerCore, listener: Int32, tls: TLSMaterial?) throws(HTTPServerError) {
    self.core = core
    self.listener = listener
    isEncrypted = tls != nil
    slot = LoopSlot.acquire()
    requestIds = RequestIdSource()
    daemon = startDaemon(tls)
    guard daemon != nil else {
      slot?.release()
      // libmicrohttpd has closed the listener already, unless it failed for want of descriptors or memory.
      throw tls == nil
        ? HTTPServerError(
          .outOfResources, "The event loop does not start; raise the limits of threads and descriptors.")
        : HTTPServerError(
          .invalidCertificate,
          "The certificate and its key cannot be used; check that both are PEM and belong together.")
    }
  }

  /// The time now, as text; made anew once a second.
  func date() -> HTTPDate {
    let second = Clock.wallSecond()
    if cachedDate.second != second { cachedDate = HTTPDate(second: second) }
    return cachedDate
  }

  /// Whether the loop accepts no more connections, and ends those that it has after their next answer.
  var isRetired: Bool { retired.load(ordering: .relaxed) }

  /// Accepts no more connections; those that there are go on.
  func retire() {
    retired.store(true, ordering: .relaxed)
    if let daemon { mhd_quiesce_daemon(daemon) }
  }

  /// Ends the loop and its connections. It must be retired, and no exchange may be suspended any more.
  func stop() {
    guard let daemon else { return }
    mhd_stop_daemon(daemon)
    self.daemon = nil
    // Not earlier, because the loop's thread may be about to use the number.
    close(listener)
    slot?.release()
  }
}
