import Foundation
import Synchronization

/// A server on 127.0.0.1 that does to each connection exactly what a test says: it can cut, drip, lie and never end.
///
/// One request per connection; connections are served one by one on the server's own thread.
package final class RawServer: Sendable {
  /// What to do with one request. `count` is how many came before it.
  package typealias Script =
    @Sendable (_ request: RawRequest, _ count: Int, _ connection: RawConnection) -> Void

  /// `http://127.0.0.1:PORT`.
  package let url: String
  private let state = Mutex(State())
  private let listener: Int32

  private struct State {
    var requests: [RawRequest] = []
    var open: RawConnection?
    var isStopped = false
  }

  package init(_ script: @escaping Script) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(descriptor, raw, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, raw, &length) == 0
      }
    }
    guard descriptor >= 0, status else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    listener = descriptor
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread { [self] in serve(script) }
  }

  /// The requests so far.
  package var requests: [RawRequest] { state.withLock { $0.requests } }

  /// Ends the server and the connection that it is busy with. Must be called, at the end of the test.
  package func stop() {
    state.withLock { state in
      // Its thread closes the listener, and the number may be another socket's since.
      guard !state.isStopped else { return }
      state.isStopped = true
      state.open?.interrupt()
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }

  private func serve(_ script: Script) {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      let connection = RawConnection(descriptor: descriptor)
      guard isWelcome(connection) else { break }
      if let request = connection.readRequest() {
        let count = note(request)
        script(request, count, connection)
      }
      finish(connection)
    }
    state.withLock { state in
      state.isStopped = true
      close(listener)
    }
  }

  private func isWelcome(_ connection: RawConnection) -> Bool {
    state.withLock { state in
      if state.isStopped {
        connection.close()
      } else {
        state.open = connection
      }
      return !state.isStopped
    }
  }

  private func note(_ request: RawRequest) -> Int {
    state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
  }

  private func finish(_ connection: RawConnection) {
    state.withLock { state in
      state.open = nil
      connection.close()
    }
  }
}
