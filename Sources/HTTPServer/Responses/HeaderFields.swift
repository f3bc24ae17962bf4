/// The header fields of a response, in order. Names are compared without regard to case.
package struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One field.
  package struct Field: Sendable, Hashable {
    /// The name, as it is sent.
    package let name: String
    /// The value, as it is sent.
    package let value: String
  }

  /// The fields, in the order in which they are sent.
  package private(set) var fields: [Field]

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of a field. Setting it replaces every field of that name; nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { Self.isSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// Adds a field, even if there is one of that name.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { ASCII.lowercase($0) == ASCII.lowercase($1) }
  }
}
