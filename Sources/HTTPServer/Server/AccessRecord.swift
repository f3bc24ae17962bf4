/// One answered request, for the access log.
package struct AccessRecord: Sendable {
  /// The method.
  package let method: RequestMethod
  /// The path as it was sent, and the names of the query's parameters; `…` stands for values that may be secrets.
  package let target: String
  /// The status; 0 when the connection ended before there was an answer.
  package let status: Int
  /// The bytes of the body that was to be sent.
  package let bodyBytes: UInt64
  /// From the request line to the last byte handed to the system.
  package let duration: Duration
  /// The request's id.
  package let requestId: String
  /// Where it came from.
  package let remoteAddress: String
}
