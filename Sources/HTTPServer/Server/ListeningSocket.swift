import Glibc

/// A socket that listens on one address. It closes with `deinit`.
final class ListeningSocket: Sendable {
  private let descriptor: Int32
  /// The real port.
  let port: UInt16

  /// Listens on an IPv4 or IPv6 address, or `localhost`, which is 127.0.0.1.
  init(host: String, port: UInt16) throws(HTTPServerError) {
    let socketAddress = try Self.address(host, port)
    let family = Int32(socketAddress.ss_family)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    let socketError = errno
    guard descriptor >= 0 else { throw Self.error(host, port, socketError) }
    do {
      self.port = try Self.listen(descriptor, socketAddress, host, port)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Another descriptor of the same socket, for an event loop to use.
  func duplicate() throws(HTTPServerError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    let cause = errno
    guard copy >= 0 else {
      throw HTTPServerError(
        .outOfResources, "The process has no file descriptors left; raise its limit.", cause: cause)
    }
    return copy
  }

  /// Refuses new connections, although event loops may still hold descriptors of the socket.
  func stopListening() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func listen(
    _ descriptor: Int32, _ address: sockaddr_storage, _ host: String, _ port: UInt16
  ) throws(HTTPServerError) -> UInt16 {
    var address = address
    var on: Int32 = 1
    let flag = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, flag)
    if Int32(address.ss_family) == AF_INET6 {
      // `::` is to mean IPv6 only, as it says; who wants both starts two servers or names 0.0.0.0.
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, flag)
    }
    var length = Self.length(address)
    let failure = withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw -> Int32 in
        guard bind(descriptor, raw, length) == 0, Glibc.listen(descriptor, SOMAXCONN) == 0,
          getsockname(descriptor, raw, &length) == 0
        else { return errno }
        return 0
      }
    }
    guard failure == 0 else { throw error(host, port, failure) }
    return withUnsafeBytes(of: address) {
      UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  private static func length(_ address: sockaddr_storage) -> socklen_t {
    let isFour = Int32(address.ss_family) == AF_INET
    return socklen_t(isFour ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
  }

  private static func address(_ host: String, _ port: UInt16) throws(HTTPServerError) -> sockaddr_storage {
    var storage = sockaddr_storage()
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
    } else if inet_pton(AF_INET6, host, &six.sin6_addr) == 1 {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
    } else {
      throw HTTPServerError(
        .invalidAddress, "'\(host)' is not an IPv4 or IPv6 address; write one, such as 127.0.0.1 or ::1.")
    }
    return storage
  }

  private static func error(_ host: String, _ port: UInt16, _ cause: Int32) -> HTTPServerError {
    switch cause {
    case EADDRINUSE:
      HTTPServerError(
        .addressInUse, "Another process listens on \(host) port \(port); stop it or choose another port.",
        cause: cause)
    case EACCES:
      HTTPServerError(
        .addressForbidden, "This user may not listen on port \(port); choose one from 1024.", cause: cause)
    case EADDRNOTAVAIL, EAFNOSUPPORT:
      HTTPServerError(
        .invalidAddress, "This machine does not have the address \(host); choose one that it has.",
        cause: cause)
    default:
      HTTPServerError(
        .outOfResources, "Listening on \(host) port \(port) failed (error \(cause)).", cause: cause)
    }
  }
}
