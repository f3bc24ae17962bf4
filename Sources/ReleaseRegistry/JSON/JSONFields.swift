import FoundationEssentials
import ReleaseModel
import ReleaseTrust

/// The members of a JSON object that a client sent. Reading notes every missing or mistyped member, so that all are
/// reported at once.
struct JSONFields {
  private let members: [String: JSONValue]
  var collector = FieldErrorCollector()

  /// Reads a body; `invalid_json` when it is no JSON object, `duplicate_field` for a name twice, `unknown_field` for members
  /// that are not `known`, unless there may be others.
  init(_ body: [UInt8], known: Set<String>, mayHaveOthers: Bool = false) throws(RegistryError) {
    do {
      // The decoder keeps one of two members of one name, and says nothing.
      if !body.isEmpty { try JSONReader.check(body, maximumBytes: body.count) }
      members = body.isEmpty ? [:] : try JSONDecoder().decode([String: JSONValue].self, from: Data(body))
    } catch let error as TrustError {
      guard error.code == .jsonDuplicateKey else { throw Self.invalid(known, ": \(error.message)") }
      throw RegistryError(
        .duplicateField,
        "the body has a member twice, and nobody can tell which one is meant: \(error.message); send each once"
      )
    } catch {
      throw Self.invalid(known, "")
    }
    if !mayHaveOthers { collector.refuseUnknown(members.keys, knowing: known) }
  }

  /// Reads an object that a member of a body is.
  init(_ members: [String: JSONValue], known: Set<String>) {
    self.members = members
    collector.refuseUnknown(members.keys, knowing: known)
  }

  private static func invalid(_ known: Set<String>, _ reason: String) -> RegistryError {
    RegistryError(
      .invalidJSON,
      "the body is not a JSON object in UTF-8\(reason); send for example {\"\(known.sorted().first ?? "a")\": …}"
    )
  }

  /// Whether the member is there, null included.
  func has(_ name: String) -> Bool { members[name] != nil }

  /// A text; nil when it is missing, null or noted as mistyped.
  mutating func text(_ name: String, maximumLength: Int = 4_096) -> String? {
    switch members[name] {
    case nil, .null: return nil
    case .string(let value):
      guard value.unicodeScalars.count <= maximumLength else {
        collector.add(
          name, .invalidRequest, "the text has more than \(maximumLength) characters; shorten it")
        return nil
      }
      return value
    default: return mistyped(name, "text")
    }
  }

  /// A text that people read: refused under `code` when it is too long or has control characters other than line feeds
  /// and tabs.
  mutating func prose(_ name: String, maximumLength: Int, _ code: ProblemCode) -> String? {
    guard let value = text(name, maximumLength: .max) else { return nil }
    guard value.unicodeScalars.count <= maximumLength else {
      collector.add(name, code, "the text has more than \(maximumLength) characters; shorten it")
      return nil
    }
    guard !value.hidesItsText else {
      collector.add(
        name, code,
        "the text has control characters or marks of writing direction; leave out all but line feeds and tabs"
      )
      return nil
    }
    return value
  }

  /// A text of one line that people read: refused as `prose` is, and for line feeds and tabs too.
  mutating func line(_ name: String, maximumLength: Int, _ code: ProblemCode) -> String? {
    guard let value = prose(name, maximumLength: maximumLength, code) else { return nil }
    guard !value.unicodeScalars.contains(where: { "\n\r\t".unicodeScalars.contains($0) }) else {
      collector.add(name, code, "the text has line feeds or tabs; write it on one line")
      return nil
    }
    return value
  }

  /// A text that must be there.
  mutating func requiredText(_ name: String, _ meaning: String) -> String? {
    guard has(name), members[name] != .null else {
      collector.add(name, .missingField, "give \(meaning)")
      return nil
    }
    return text(name)
  }

  mutating func integer(_ name: String) -> Int? {
    switch members[name] {
    case nil, .null: return nil
    case .integer(let value): return Int(value)
    default: return mistyped(name, "a whole number")
    }
  }

  mutating func boolean(_ name: String) -> Bool? {
    switch members[name] {
    case nil, .null: return nil
    case .bool(let value): return value
    default: return mistyped(name, "true or false")
    }
  }

  mutating func texts(_ name: String) -> [String]? {
    switch members[name] {
    case nil, .null: return nil
    case .array(let values):
      let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return texts.count == values.count ? texts : mistyped(name, "a list of texts")
    default: return mistyped(name, "a list of texts")
    }
  }

  /// A member as it is, for what reads its own structure.
  func value(_ name: String) -> JSONValue? { members[name] }

  /// Parses a text that must be there; notes why it is refused.
  mutating func parse<Value>(
    _ name: String, _ meaning: String, _ parser: (String) throws(ModelError) -> Value
  ) -> Value? {
    guard let text = requiredText(name, meaning) else { return nil }
    return collector.parse(name) { () throws(ModelError) in try parser(text) }
  }

  /// Throws everything that was noted.
  func check() throws(RegistryError) { try collector.check() }

  /// The values of fields that must be there; throws everything that was noted.
  func check<each Value>(_ values: repeat (each Value)?) throws(RegistryError) -> (repeat each Value) {
    try collector.check(repeat each values)
  }

  private mutating func mistyped<Value>(_ name: String, _ kind: String) -> Value? {
    collector.add(name, .invalidRequest, "the field must be \(kind)")
    return nil
  }
}
