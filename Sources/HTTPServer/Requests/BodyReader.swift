/// The body of one request, read as a stream by the handler's own thread.
///
/// At most `bufferBytes` are held in memory; the client waits while the handler is busy. Every method throws an
/// `HTTPFault`: `body_cut_short`, `body_too_slow` or `body_too_large`.
package struct BodyReader: Sendable {
  /// How much of a body is held between the network and the handler.
  package static let bufferBytes = 256 << 10

  /// What the client declared in Content-Length; nil for a chunked body.
  package let declaredLength: UInt64?
  private let exchange: Exchange

  init(exchange: Exchange, declaredLength: UInt64?) {
    self.exchange = exchange
    self.declaredLength = declaredLength
  }

  /// Waits for `least` bytes or the end of the body, and copies what is there into `buffer`; returns how many, 0 only at
  /// the end. `least` is at most half of `bufferBytes`: the other half fills meanwhile.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, atLeast least: Int = 1
  ) throws(HTTPFault) -> Int {
    try exchange.read(into: buffer, atLeast: min(least, Self.bufferBytes / 2))
  }

  /// Waits for bytes and returns up to `maximum` of them; nil at the end of the body.
  package func read(upTo maximum: Int = 64 << 10) throws(HTTPFault) -> [UInt8]? {
    var fault: HTTPFault?
    let bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
      do throws(HTTPFault) {
        count = try exchange.read(into: UnsafeMutableRawBufferPointer(buffer), atLeast: 1)
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
    return bytes.isEmpty ? nil : bytes
  }
}
