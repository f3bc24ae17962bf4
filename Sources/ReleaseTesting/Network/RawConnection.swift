import Foundation

/// The server's end of one connection, for tests that send exactly what they like.
package final class RawConnection: Sendable {
  private let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    // Each `send` goes out at once, so that what a script sends before a reset has left.
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends bytes; returns whether the peer still takes them.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends text.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a head; without `length`, none is declared.
  package func sendHead(_ status: Int, length: Int? = nil, fields: [String] = []) {
    let declared = length.map { ["Content-Length: \($0)"] } ?? []
    let lines = ["HTTP/1.1 \(status) Scripted", "Connection: close"] + declared + fields
    send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  /// Sends a whole answer.
  package func answer(_ status: Int, fields: [String] = [], body: [UInt8] = []) {
    sendHead(status, length: body.count, fields: fields)
    send(body)
  }

  /// Sends the same bytes until the peer hangs up.
  package func sendForever(_ bytes: [UInt8], pausing pause: Duration = .zero) {
    while send(bytes) {
      let (seconds, attoseconds) = pause.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&time, nil)
    }
  }

  /// Reads up to `count` bytes, fewer when the peer hangs up.
  @discardableResult
  package func read(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < count {
      let wanted = min(buffer.count, count - bytes.count)
      let got = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, wanted, 0) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      bytes += buffer[..<got]
    }
    return bytes
  }

  /// Waits until the peer hangs up.
  package func readToEnd() { while !read(64 << 10).isEmpty {} }

  /// Hangs up the hard way, so that the peer sees a reset.
  package func reset() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  /// Reads one request's head, byte by byte so that nothing of the body is taken; nil when the peer hung up or
  /// does not speak HTTP.
  func readRequest() -> RawRequest? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = read(1).first else { return nil }
      head.append(byte)
      guard head[0] >= UInt8(ascii: "A"), head[0] <= UInt8(ascii: "Z") else { return nil }
    }
    let text = String(decoding: head.dropLast(4), as: UTF8.self)
    return RawRequest(lines: text.components(separatedBy: "\r\n"))
  }

  /// Ends whatever another thread does with this connection.
  func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func close() { Glibc.close(descriptor) }
}
