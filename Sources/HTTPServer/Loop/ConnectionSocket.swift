import Glibc

/// The descriptor of a connection, for threads other than the one that closes it.
///
/// libmicrohttpd closes the descriptor after it said so; from then on nobody may use the number, since the kernel gives
/// it away again.
final class ConnectionSocket: Sendable {
  private let descriptor: Monitor<Int32?>

  init(_ descriptor: Int32) { self.descriptor = Monitor(descriptor) }

  /// What the kernel knows of a connection.
  struct Status {
    /// How many bytes came.
    let received: UInt64
    /// How many bytes the client confirmed.
    let confirmed: UInt64
    /// Whether the client sends no more, and all that it sent was read.
    let hasEnded: Bool
  }

  /// What the kernel knows; nil when the connection is closed.
  func status() -> Status? { descriptor.withLock { descriptor in descriptor.flatMap(Self.status) } }

  /// Ends the connection in both directions; its event loop notices and closes it.
  func cut() { withDescriptor { _ = shutdown($0, Int32(SHUT_RDWR)) } }

  /// Ends what comes in, so that its event loop looks again and finds the end; what goes out can still be sent.
  func endIncoming() { withDescriptor { _ = shutdown($0, Int32(SHUT_RD)) } }

  /// Ends what goes out: whatever is sent after this reaches nobody.
  func endOutgoing() { withDescriptor { _ = shutdown($0, Int32(SHUT_WR)) } }

  /// Sends bytes as far as the kernel takes them at once.
  func sendNow(_ bytes: [UInt8]) {
    withDescriptor { descriptor in
      _ = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
    }
  }

  /// Forgets the descriptor. With `keepingCopy`, another one of the same connection is returned.
  func release(keepingCopy: Bool) -> Int32? {
    descriptor.withLock { descriptor in
      defer { descriptor = nil }
      guard keepingCopy, let descriptor else { return nil }
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      return copy >= 0 ? copy : nil
    }
  }

  private func withDescriptor(_ body: (Int32) -> Void) {
    descriptor.withLock { if let descriptor = $0 { body(descriptor) } }
  }

  /// Reads `struct tcp_info`. glibc's own declaration lacks some fields, so they are read by their offsets, which are
  /// part of the kernel's interface (linux/tcp.h: tcpi_state, tcpi_bytes_acked, tcpi_bytes_received).
  private static func status(_ descriptor: Int32) -> Status? {
    withUnsafeTemporaryAllocation(byteCount: 136, alignment: 8) { info in
      var length = socklen_t(info.count)
      guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
        length == info.count
      else { return nil }
      return Status(
        received: info.load(fromByteOffset: 128, as: UInt64.self),
        confirmed: info.load(fromByteOffset: 120, as: UInt64.self),
        hasEnded: info.load(as: UInt8.self) == closeWait && isAtEnd(descriptor))
    }
  }

  /// `TCP_CLOSE_WAIT`: the other side has closed.
  private static let closeWait: UInt8 = 8

  private static func isAtEnd(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }
}
