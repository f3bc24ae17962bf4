/// A request that a blocking handler gets: its head, and its body to read.
package struct Request: Sendable {
  /// The head.
  package let head: RequestHead
  /// The body. A handler may answer without reading it.
  package let body: BodyReader
}
