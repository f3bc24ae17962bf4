import CMicroHTTPD

/// A status code.
package struct HTTPStatus: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// Three digits, 100–599.
  package let code: Int

  package init(_ code: Int) { self.code = code }

  package init(integerLiteral code: Int) { self.code = code }

  /// The standard's phrase, such as `Not Found`; `Unknown` for a code without one, or when libmicrohttpd is missing.
  package var reason: String {
    guard mhd_open() == nil, let phrase = mhd_get_reason_phrase_for(UInt32(clamping: code)) else {
      return "Unknown"
    }
    return String(cString: phrase)
  }
}

extension HTTPStatus: CustomStringConvertible {
  package var description: String { String(code) }
}
