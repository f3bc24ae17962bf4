import CMicroHTTPD
import Glibc

// The functions that libmicrohttpd calls, all on the loop's thread. Each finds the loop or the connection's record in
// the pointer that it was given, and calls a method of it.
extension EventLoop {
  /// Starts the daemon and its thread; nil when libmicrohttpd refuses.
  func startDaemon(_ tls: TLSMaterial?) -> OpaquePointer? {
    var settings = mhd_daemon_settings()
    settings.flags =
      MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
      | (tls == nil ? 0 : MHD_USE_TLS.rawValue)
    settings.listen_socket = listener
    settings.connection_memory = core.connectionMemory
    settings.connection_limit = UInt32(clamping: core.connections.hardLimit)
    settings.context = Unmanaged.passUnretained(self).toOpaque()
    settings.accept_policy = { context, address, _ in
      EventLoop.from(context).core.connections.admits(PeerAddress(address)) ? .YES : .NO
    }
    settings.connection_changed = { context, connection, storage, event in
      guard let connection, let storage else { return }
      if event == .CONNECTION_NOTIFY_STARTED {
        storage.pointee = EventLoop.from(context).opened(connection)
      } else if let record = storage.pointee {
        EventLoop.from(context).closed(Unmanaged<ConnectionRecord>.fromOpaque(record).takeRetainedValue())
      }
    }
    settings.request_line = { _, target, connection in
      guard let target, let connection, let storage = mhd_socket_context(connection) else { return nil }
      let record = Unmanaged<ConnectionRecord>.fromOpaque(storage)
      record._withUnsafeGuaranteedRef { $0.loop.begin($0, target) }
      mhd_hide_query(target)
      return storage
    }
    // Targets are decoded from their raw form, so libmicrohttpd is to leave them alone.
    settings.unescape = { _, _, text in text.map { strlen($0) } ?? 0 }
    settings.access_handler = { context, connection, _, method, version, body, bodyCount, storage in
      guard let connection, let method, let version, let bodyCount, let record = storage?.pointee else {
        return .NO
      }
      return Unmanaged<ConnectionRecord>.fromOpaque(record)._withUnsafeGuaranteedRef { record in
        if let body {
          return EventLoop.from(context).receive(
            UnsafeRawBufferPointer(start: body, count: bodyCount.pointee), record, connection, left: bodyCount
          )
        }
        return EventLoop.from(context).advance(record, connection, method, version)
      }
    }
    settings.request_completed = { context, connection, storage, end in
      guard let connection, let record = storage?.pointee else { return }
      Unmanaged<ConnectionRecord>.fromOpaque(record)._withUnsafeGuaranteedRef {
        EventLoop.from(context).completed($0, connection, end)
      }
    }
    refusals_observe { connection, status in
      guard let connection, let storage = mhd_socket_context(connection) else { return }
      Unmanaged<ConnectionRecord>.fromOpaque(storage)._withUnsafeGuaranteedRef { record in
        record.loop.refuse(record, connection, status: Int(status))
      }
    }
    settings.log = { context, format, arguments in
      guard let format, let arguments else { return }
      EventLoop.from(context).logMessage(format, arguments)
    }
    return withCredentials(tls) { certificate, key in
      settings.tls_certificate = certificate
      settings.tls_key = key
      return TLSMaterial.priorities.withCString { priorities in
        settings.tls_priorities = tls == nil ? nil : priorities
        return mhd_start_daemon(&settings)
      }
    }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> EventLoop {
    guard let context else { preconditionFailure("libmicrohttpd lost the loop that it was given") }
    return Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
  }

  private func withCredentials(
    _ tls: TLSMaterial?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer?
  ) -> OpaquePointer? {
    guard let tls else { return body(nil, nil) }
    return tls.certificate.withUnsafeBufferPointer { certificate in
      tls.key.withUnsafeBufferPointer { key in body(certificate.baseAddress, key.baseAddress) }
    }
  }

  private func logMessage(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
    var text = [CChar](repeating: 0, count: 512)
    vsnprintf(&text, text.count, format, arguments)
    let bytes = text.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
    // What clients do wrong is not this server's trouble, and would let them fill the log.
    core.log(.debug, "libmicrohttpd: " + String(decoding: bytes, as: UTF8.self))
  }
}
