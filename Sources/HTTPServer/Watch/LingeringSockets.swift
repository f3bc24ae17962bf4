import Glibc

/// Connections whose answer is out while the client may still be sending.
///
/// Closing such a connection at once would make the kernel reset it, and the client would lose the answer. So what comes
/// is thrown away for a while, until the client has closed its side.
final class LingeringSockets: Sendable {
  private struct Lingering {
    let descriptor: Int32
    let since: UInt64
    var discarded = 0
  }

  private let sockets = Monitor<[Lingering]>([])

  private static let maximumSockets = 256
  private static let maximumBytes = 16 << 20
  private static let maximumTime: UInt64 = 5_000_000_000

  /// Takes over a descriptor whose sending side is shut down.
  func add(_ descriptor: Int32) {
    let isTaken = sockets.withLock { sockets in
      guard sockets.count < Self.maximumSockets else { return false }
      sockets.append(Lingering(descriptor: descriptor, since: Clock.monotonic()))
      return true
    }
    if !isTaken { close(descriptor) }
  }

  var isEmpty: Bool { sockets.withLock { $0.isEmpty } }

  /// Throws away what came, and closes what is done.
  func drain() {
    let now = Clock.monotonic()
    sockets.withLock { sockets in
      for index in sockets.indices.reversed() where Self.isDone(&sockets[index], now) {
        close(sockets[index].descriptor)
        sockets.remove(at: index)
      }
    }
  }

  /// Closes all.
  func closeAll() {
    sockets.withLock { sockets in
      for socket in sockets { close(socket.descriptor) }
      sockets = []
    }
  }

  private static func isDone(_ socket: inout Lingering, _ now: UInt64) -> Bool {
    guard now - socket.since < maximumTime else { return true }
    return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      while socket.discarded < maximumBytes {
        let count = recv(socket.descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        let failure = errno
        if count == 0 { return true }
        if count < 0 { return failure != EAGAIN && failure != EINTR }
        socket.discarded += count
      }
      return true
    }
  }
}
