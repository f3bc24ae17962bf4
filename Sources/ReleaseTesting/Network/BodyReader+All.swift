package import HTTPServer

extension BodyReader {
  /// The whole body, for handlers of tests; servers bound what they hold in memory.
  package func all() throws(HTTPFault) -> [UInt8] {
    var body: [UInt8] = []
    while let piece = try read() { body += piece }
    return body
  }
}
