import Glibc

/// One connection to a server under test, which sends exactly what it is told to.
///
/// Reads give up after a minute, so that a server that does not answer fails a test rather than stopping it.
final class RawClient {
  private let descriptor: Int32
  private var buffered: [UInt8] = []

  /// - Parameter host: the last number of the address in 127.0.0.0/24 that the connection comes from.
  init(port: UInt16, receiveBuffer: Int32? = nil, from host: UInt32 = 1) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var (status, cause) = Self.withAddress(0x7f00_0000 + host, port: 0) { bind(descriptor, $0, length) }
    if status == 0 {
      (status, cause) = Self.withAddress(0x7f00_0001, port: port) { connect(descriptor, $0, length) }
    }
    // Every property is set, so that `deinit` closes the descriptor.
    guard status == 0 else { throw RawClientError(message: "connecting failed with error \(cause)") }
  }

  private static func withAddress(
    _ number: UInt32, port: UInt16, _ call: (UnsafePointer<sockaddr>) -> Int32
  ) -> (status: Int32, cause: Int32) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = number.bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (status: call($0), cause: errno) }
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes; returns whether the server took them all.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends text.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Says that no more will be sent.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Resets the connection.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Whether there is something to read, or the connection's end, within some milliseconds.
  func isReadable(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// Reads one answer. `hasBody: false` is for HEAD.
  func response(hasBody: Bool = true) throws -> RawResponse {
    let head = try headBytes()
    let lines = String(decoding: head, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: true)
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
    }
    var response = RawResponse(status: status, fields: fields, body: [])
    if hasBody, status != 304, status != 204, let length = response["Content-Length"].flatMap({ Int($0) }) {
      response.body = try bytes(length)
    }
    return response
  }

  /// Reads until the server ends the connection, or resets it.
  func readToEnd() throws -> [UInt8] {
    while try receive() {}
    defer { buffered = [] }
    return buffered
  }

  /// Whether the server has ended the connection, without sending anything before.
  func isEnded() throws -> Bool { try readToEnd().isEmpty }

  private func headBytes() throws -> [UInt8] {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let start = buffered.firstRange(of: end)?.upperBound {
        defer { buffered.removeFirst(start) }
        return Array(buffered[..<start])
      }
      guard try receive() else {
        throw RawClientError(
          message: "the connection ended after \(buffered.count) bytes of an answer's header")
      }
    }
  }

  private func bytes(_ count: Int) throws -> [UInt8] {
    while buffered.count < count {
      guard try receive() else {
        throw RawClientError(message: "the body has \(buffered.count) bytes, where \(count) were declared")
      }
    }
    defer { buffered.removeFirst(count) }
    return Array(buffered[..<count])
  }

  private func receive() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    let cause = errno
    if count < 0, cause == EAGAIN { throw RawClientError(message: "nothing came for ten seconds") }
    guard count > 0 else { return false }
    buffered += chunk[..<count]
    return true
  }
}

/// Why a raw client gave up.
struct RawClientError: Error {
  let message: String
}

/// An answer as it came over the wire.
struct RawResponse {
  let status: Int
  let fields: [(name: String, value: String)]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of a field; names are compared without regard to case.
  subscript(name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

  /// The `code` of a problem, when the answer is one.
  var problemCode: String? {
    guard self["Content-Type"] == "application/problem+json" else { return nil }
    return text.firstMatch(of: /"code":"([a-z_]+)"/).map { String($0.1) }
  }
}
