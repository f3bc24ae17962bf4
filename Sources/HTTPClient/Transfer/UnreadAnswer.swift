import CCurl
import Glibc

/// Holds the exchange that a handle is busy with, for callbacks that belong to a connection.
final class CurrentExchange {
  var exchange: Exchange?
}

/// Closes a connection, but first takes the answer out of it that a server may have left when it hung up in the
/// middle of a request's body. libcurl reports a failed send there and never looks; the answer says why.
let salvageAnswerAndClose: curl_closesocket_callback = { context, socket in
  let current = context.map { Unmanaged<CurrentExchange>.fromOpaque($0).takeUnretainedValue() }
  if let exchange = current?.exchange, exchange.mayHaveUnreadAnswer {
    UnreadAnswer(in: socket)?.hand(to: exchange)
  }
  return close(socket)
}

/// A short HTTP/1.1 answer that lies unread in a socket's buffer.
struct UnreadAnswer {
  private var bytes: [UInt8]

  /// Refusals are short; anything longer is left to a second attempt.
  private static let maximumBytes = 64 << 10

  /// Takes what is there without waiting; fails when there is nothing.
  init?(in socket: curl_socket_t) {
    bytes = [UInt8](unsafeUninitializedCapacity: Self.maximumBytes) { buffer, count in
      count = 0
      while count < buffer.count {
        let got = recv(
          socket, buffer.baseAddress.map { $0 + count }, buffer.count - count, Int32(MSG_DONTWAIT))
        guard got > 0 else { return }
        count += got
      }
    }
    if bytes.isEmpty { return nil }
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Gives header lines and body to the exchange, as libcurl would have.
  func hand(to exchange: Exchange) {
    var rest = bytes[...]
    while exchange.head == nil, let end = rest.firstIndex(of: 0x0a) {
      let line = rest[...end]
      rest = rest[(end + 1)...]
      guard line.withUnsafeBytes({ exchange.takeHeaderLine($0) }) else { return }
    }
    guard let head = exchange.head, head.fields["Transfer-Encoding"] == nil,
      head.fields["Content-Encoding"] == nil
    else { return }
    let body = rest.prefix(head.contentLength.map { Int(clamping: $0) } ?? rest.count)
    if !body.isEmpty { _ = body.withUnsafeBytes { exchange.takeBody($0) } }
  }
}
