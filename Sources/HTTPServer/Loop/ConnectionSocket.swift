import Glibc
import Synchronization

/// The descriptor of a connection, for threads other than the one that closes it.
///
/// libmicrohttpd closes the descriptor after it said so; from then on nobody may use the number, since the kernel gives
/// it away again.
final class ConnectionSocket: Sendable {
  private let descriptor: Mutex<Int32?>

  init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// How many bytes came, and how many the client confirmed; nil when the connection is closed.
  func byteCounts() -> (received: UInt64, confirmed: UInt64)? {
    descriptor.withLock { descriptor in descriptor.flatMap(Self.byteCounts) }
  }

  /// Ends the connection in both directions; its event loop notices and closes it.
  func cut() { withDescriptor { _ = shutdown($0, Int32(SHUT_RDWR)) } }

  /// Ends what comes in, so that its event loop notices; what goes out can still be sent.
  func cutIncoming() { withDescriptor { _ = shutdown($0, Int32(SHUT_RD)) } }

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

  /// Reads `struct tcp_info`. glibc's own declaration lacks these fields, so they are read by their offsets, which are
  /// part of the kernel's interface (linux/tcp.h: tcpi_bytes_acked, tcpi_bytes_received).
  private static func byteCounts(_ descriptor: Int32) -> (received: UInt64, confirmed: UInt64)? {
    withUnsafeTemporaryAllocation(byteCount: 136, alignment: 8) { info in
      var length = socklen_t(info.count)
      guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
        length == info.count
      else { return nil }
      return (
        info.load(fromByteOffset: 128, as: UInt64.self), info.load(fromByteOffset: 120, as: UInt64.self)
      )
    }
  }
}
