import Glibc

/// One connection of a device to the simulated network; it closes with the last reference.
final class LoopbackConnection: Sendable {
  private let descriptor: Int32

  init(takingOver descriptor: Int32) {
    self.descriptor = descriptor
    // A device that neither sends nor takes anything must not hold a thread for ever.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
  }

  deinit { close(descriptor) }

  /// The lines of one request's head; nil when the peer hangs up or sends more than a head may have.
  func readHead() -> [String]? {
    var head: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while head.count < 64 << 10 {
      let count = recv(descriptor, &piece, piece.count, 0)
      let cause = errno
      if count < 0, cause == EINTR { continue }
      guard count > 0 else { return nil }
      head += piece[..<count]
      guard head.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
      return String(decoding: head.dropLast(4), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }
    return nil
  }

  /// Sends a head, which says that the connection ends with the answer.
  func send(status: Int, _ fields: [(name: String, value: String)]) -> Bool {
    let lines =
      ["HTTP/1.1 \(status) Simulated", "Connection: close"] + fields.map { "\($0.name): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8).withUnsafeBytes { send($0) }
  }

  /// Sends bytes; returns whether the peer took them.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
      let cause = errno
      if count < 0, cause == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Tells the peer that nothing more comes, and waits until it hung up, so that what was sent is not lost with a reset.
  func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 4_096)
    while recv(descriptor, &rest, rest.count, 0) > 0 {}
  }

  /// Ends whatever another thread does with it.
  func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
