import Glibc

/// A socket that listens on a free port of 127.0.0.1 and hands each connection to a thread of its own.
///
/// `HTTPServer` answers correctly by design; this one is for answers that are to be wrong on purpose.
final class LoopbackSocket: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init() throws(SimulationError) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    let cause = errno
    guard descriptor >= 0 else { throw Self.failure("no socket", cause) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let refusal = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw -> Int32 in
        guard bind(descriptor, raw, length) == 0, listen(descriptor, 64) == 0,
          getsockname(descriptor, raw, &length) == 0
        else { return errno }
        return 0
      }
    }
    guard refusal == 0 else {
      close(descriptor)
      throw Self.failure("no port on 127.0.0.1", refusal)
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// The next connection; nil after `stop`.
  func next() -> LoopbackConnection? {
    while true {
      let connection = accept(descriptor, nil, nil)
      let cause = errno
      if connection >= 0 { return LoopbackConnection(takingOver: connection) }
      guard cause == EINTR || cause == ECONNABORTED else { return nil }
    }
  }

  /// Takes no more connections.
  func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func failure(_ what: String, _ cause: Int32) -> SimulationError {
    SimulationError(
      .simulationFailed, "the simulated network gets \(what): \(String(cString: strerror(cause)))")
  }
}
