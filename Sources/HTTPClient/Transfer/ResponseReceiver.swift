/// Takes an answer as it arrives. A throw ends the transfer, and the transfer fails with that error.
protocol ResponseReceiver: AnyObject {
  /// Called once per answer, before its body.
  func begin(_ head: ResponseHead) throws(HTTPClientError)
  /// Called for each piece of the body; the bytes are valid during the call only.
  func take(_ bytes: UnsafeRawBufferPointer) throws(HTTPClientError)
}

/// Keeps a body in memory, up to a bound.
final class ResponseCollector: ResponseReceiver {
  private(set) var head: ResponseHead?
  private(set) var body: [UInt8] = []
  private let maximumBytes: Int
  private let address: WebAddress

  init(maximumBytes: Int, address: WebAddress) {
    self.maximumBytes = maximumBytes
    self.address = address
  }

  func begin(_ head: ResponseHead) throws(HTTPClientError) {
    self.head = head
    body = []
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws(HTTPClientError) {
    guard bytes.count <= maximumBytes - body.count else {
      throw HTTPClientError(
        .tooLarge, "\(address): the answer is longer than the \(maximumBytes) bytes allowed")
    }
    body.append(contentsOf: bytes)
  }
}
