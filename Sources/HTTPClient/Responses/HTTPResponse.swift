/// An answer, whatever its status.
package struct HTTPResponse: Sendable {
  /// Status and header fields.
  package let head: ResponseHead
  /// The body, decoded if it was compressed for the way.
  package let body: [UInt8]
  /// The address that answered: the last one, when redirects were followed.
  package let address: WebAddress

  /// The status code.
  package var status: Int { head.status }
  /// The header fields.
  package var fields: HTTPFields { head.fields }
  /// Whether the status is 200 to 299.
  package var isSuccess: Bool { (200..<300).contains(status) }
}

/// The status line and header fields of an answer.
package struct ResponseHead: Sendable {
  /// The status code, 100 to 999.
  package let status: Int
  /// The header fields in the order of arrival.
  package internal(set) var fields: HTTPFields

  /// The media type without parameters, in lower case.
  package var mediaType: String? {
    guard let value = fields["Content-Type"] else { return nil }
    let type = value.prefix { $0 != ";" }
    return String(type.filter { $0 != " " && $0 != "\t" }).lowercased()
  }

  /// The entity tag, when it is a strong one (RFC 9110, section 8.8.3).
  package var strongEntityTag: String? {
    guard let tag = fields["ETag"], tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 1 else {
      return nil
    }
    return tag
  }

  /// The declared length of the body.
  var contentLength: UInt64? { fields["Content-Length"].flatMap { UInt64($0) } }
}
