/// Header fields in order. Names are compared without regard to case.
package struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  /// One header field.
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// The fields in the order in which they were added or arrived.
  package private(set) var all: [Field]

  package init() { all = [] }

  package init(dictionaryLiteral elements: (String, String)...) {
    all = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of the first field of this name; setting replaces all of them, nil removes them.
  package subscript(name: String) -> String? {
    get { all.first { Self.isSame($0.name, name) }?.value }
    set {
      all.removeAll { Self.isSame($0.name, name) }
      if let newValue { all.append(Field(name: name, value: newValue)) }
    }
  }

  /// The values of all fields of this name, in order.
  package func values(of name: String) -> [String] {
    all.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a field beside those of the same name.
  package mutating func append(name: String, value: String) { all.append(Field(name: name, value: value)) }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension HTTPFields.Field {
  /// The line for libcurl; refuses what would end the line and begin another (RFC 9110, section 5).
  func line() throws(HTTPClientError) -> String {
    let isToken = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ":") }
    guard isToken, !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f }) else {
      throw HTTPClientError(
        .invalidRequest, "the header field '\(name.prefix(60))' holds characters that HTTP does not allow")
    }
    // libcurl leaves out a field without a value unless it ends in a semicolon.
    return value.isEmpty ? "\(name);" : "\(name): \(value)"
  }
}
