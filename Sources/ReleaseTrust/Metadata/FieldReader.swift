import ReleaseModel

/// Takes the members of an object one by one, each as what it has to be. What nobody took is kept as it is: unknown
/// members are part of what is signed.
package struct FieldReader {
  /// The members that were not taken yet.
  package private(set) var rest: JSONObject
  /// Where the object is, for messages: `signed.roles.root`.
  let path: FieldPath

  init(_ value: StrictJSON, at path: FieldPath) throws(TrustError) {
    guard case .object(let object) = value else { throw Self.mismatch(path, "an object", value) }
    self.init(object, at: path)
  }

  init(_ object: JSONObject, at path: FieldPath) {
    rest = object
    self.path = path
  }

  /// A member that has to be there.
  mutating func take(_ name: ExactText) throws(TrustError) -> StrictJSON {
    guard let value = takeIfPresent(name) else {
      throw TrustError(.invalidMetadata, "'\(path)' has no '\(name)'")
    }
    return value
  }

  /// A member that may be missing. It may not be null instead: that would be another signed value.
  mutating func takeIfPresent(_ name: ExactText) -> StrictJSON? {
    guard let value = rest[name] else { return nil }
    rest[name] = nil
    return value
  }

  mutating func text(_ name: ExactText) throws(TrustError) -> ExactText {
    try Self.text(try take(name), at: path(of: name))
  }

  mutating func object(_ name: ExactText) throws(TrustError) -> FieldReader {
    FieldReader(try Self.object(try take(name), at: path(of: name)), at: path(of: name))
  }

  mutating func array(_ name: ExactText) throws(TrustError) -> [StrictJSON] {
    try Self.array(try take(name), at: path(of: name))
  }

  mutating func bool(_ name: ExactText) throws(TrustError) -> Bool {
    try Self.bool(try take(name), at: path(of: name))
  }

  /// A whole number that is not lower than `minimum`.
  mutating func integer(_ name: ExactText, minimum: Int64) throws(TrustError) -> Int64 {
    let value = try take(name)
    guard case .integer(let integer) = value, integer >= minimum else {
      throw Self.mismatch(path(of: name), "a whole number from \(minimum) on", value)
    }
    return integer
  }

  /// A time as `YYYY-MM-DDTHH:MM:SSZ` and nothing else.
  mutating func time(_ name: ExactText) throws(TrustError) -> Timestamp {
    let text = try text(name)
    guard let time = Timestamp(parsing: text.string) else {
      throw TrustError(
        .invalidMetadataTime,
        "'\(path(of: name))' is '\(text.string.prefix(40))'; a time has to be written YYYY-MM-DDTHH:MM:SSZ")
    }
    return time
  }

  func path(of name: ExactText) -> FieldPath { .member(path, name) }
}

/// What a value has to be, said once.
extension FieldReader {
  static func text(_ value: StrictJSON, at path: FieldPath) throws(TrustError) -> ExactText {
    guard case .text(let text) = value else { throw mismatch(path, "a text", value) }
    return text
  }

  static func texts(_ values: [StrictJSON], at path: FieldPath) throws(TrustError) -> [ExactText] {
    var texts: [ExactText] = []
    for value in values { texts.append(try text(value, at: path)) }
    return texts
  }

  static func object(_ value: StrictJSON, at path: FieldPath) throws(TrustError) -> JSONObject {
    guard case .object(let object) = value else { throw mismatch(path, "an object", value) }
    return object
  }

  static func array(_ value: StrictJSON, at path: FieldPath) throws(TrustError) -> [StrictJSON] {
    guard case .array(let elements) = value else { throw mismatch(path, "a list", value) }
    return elements
  }

  static func bool(_ value: StrictJSON, at path: FieldPath) throws(TrustError) -> Bool {
    guard case .bool(let bool) = value else { throw mismatch(path, "true or false", value) }
    return bool
  }

  private static func mismatch(_ path: FieldPath, _ expected: String, _ value: StrictJSON) -> TrustError {
    let found = if case .integer(let integer) = value { "\(integer)" } else { value.kind }
    return TrustError(.invalidMetadata, "'\(path)' has to be \(expected), but is \(found)")
  }
}
