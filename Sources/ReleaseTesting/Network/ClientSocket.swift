import Foundation

/// A client's end of one connection to 127.0.0.1, for tests that send exactly what they like.
package final class ClientSocket: Sendable {
  private let descriptor: Int32

  package init(port: UInt16) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    guard status == 0 else {
      close(descriptor)
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends bytes, as many as the server takes.
  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends the head of a request; the server ends the connection after its answer.
  package func sendHead(_ method: String, _ target: String, fields: [String] = []) {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + fields
    send(Array((lines.map { $0 + "\r\n" }.joined() + "\r\n").utf8))
  }

  /// Says that nothing more comes.
  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// What comes next; empty at the end, and when nothing comes for ten seconds.
  package func readNext() -> String {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 10_000) > 0 else { return "" }
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Everything that comes until the server ends the connection.
  package func readToEnd() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
