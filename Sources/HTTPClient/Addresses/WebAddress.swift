/// An `http` or `https` address, parsed by the same library that will connect to it.
///
/// Its description leaves out user info, query and fragment, so it is safe in messages and logs.
package struct WebAddress: Sendable, Hashable {
  /// The whole address as it is requested, percent-encoded exactly once.
  package let text: String
  /// `http` or `https`.
  package let scheme: String
  /// The host in lower case.
  package let host: String
  /// The port, whether written or implied by the scheme.
  package let port: Int
  /// The path, percent-encoded.
  package let path: String

  /// Whether bytes travel encrypted.
  package var isEncrypted: Bool { scheme == "https" }

  /// Reads an absolute address; fails with `invalid_address` on any other scheme, on control characters and on
  /// what libcurl cannot parse. Characters that may not appear raw, such as a space, are percent-encoded.
  package init(parsing text: String) throws(HTTPClientError) {
    try self.init(ParsedAddress(text))
  }

  /// The address that `reference` means when it is found in a document at this address (RFC 3986, section 5).
  package func resolving(_ reference: String) throws(HTTPClientError) -> WebAddress {
    try WebAddress(ParsedAddress(reference, relativeTo: self))
  }

  /// This address with more path parts (each percent-encoded once) and a query in place of its own.
  ///
  /// The parts are plain text: a `/`, `%`, `+` or space in one stays part of that one.
  package func appending(
    path parts: [String], query: [(name: String, value: String)] = []
  ) throws(HTTPClientError) -> WebAddress {
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    let newPath = folder + parts.map { "/" + PercentEncoding.encode($0) }.joined()
    let pairs = query.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }
    let newQuery = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    return try WebAddress(parsing: beginning + newPath + newQuery)
  }

  /// The address of what lies below this folder: `encodedPath` is percent-encoded already and may have slashes. A query
  /// stays, since some stores take their permission there.
  package func appending(encodedPath: String) throws(HTTPClientError) -> WebAddress {
    let query = text.utf8.dropFirst(beginning.utf8.count + path.utf8.count)
    let folder = path.hasSuffix("/") ? path : path + "/"
    return try WebAddress(parsing: beginning + folder + encodedPath + String(decoding: query, as: UTF8.self))
  }

  /// Whether both have the same scheme, host and port, so that credentials for one may go to the other.
  package func isSameOrigin(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// Everything before the path: scheme, user info, host and port.
  private let beginning: String

  private init(_ parsed: borrowing ParsedAddress) throws(HTTPClientError) {
    text = try parsed.text()
    scheme = try parsed.scheme()
    host = try parsed.host()
    port = try parsed.port()
    path = try parsed.path()
    beginning = try parsed.beginning()
  }
}

extension WebAddress: CustomStringConvertible {
  package var description: String {
    let isUsualPort = port == (isEncrypted ? 443 : 80)
    return "\(scheme)://\(host)\(isUsualPort ? "" : ":\(port)")\(path)"
  }
}
