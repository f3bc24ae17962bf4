/// How the text of an argument becomes a value.
enum Parse {
  /// Any text at all.
  static let text: @Sendable (String) throws -> String = { $0 }

  /// A text that says something.
  static let sentence: @Sendable (String) throws -> String = { text in
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw InvalidValue("it is empty; write a sentence")
    }
    return text
  }

  /// A name without white space, such as a policy's id.
  static let name: @Sendable (String) throws -> String = { text in
    guard !text.isEmpty, !text.contains(where: \.isWhitespace) else {
      throw InvalidValue("'\(text)' is not a name")
    }
    return text
  }

  /// The path of a file or folder.
  static let path: @Sendable (String) throws -> String = { text in
    guard !text.isEmpty else { throw InvalidValue("it is empty; write a path") }
    guard !text.utf8.contains(0) else { throw InvalidValue("a path has no NUL") }
    return text
  }

  /// A whole number inside a range, in decimal.
  static func integer(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      guard let value = Int(text), range.contains(value), text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") })
      else {
        throw InvalidValue(
          "'\(text.prefix(40))' is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    }
  }

  /// One of an enumeration's raw values.
  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ type: Value.Type
  ) -> @Sendable (String) throws -> Value {
    { text in
      if let value = Value(rawValue: text) { return value }
      let choices = Sentence.alternatives(Value.allCases.map { "'\($0.rawValue)'" })
      throw InvalidValue("'\(text.prefix(40))' is not one of them; write \(choices)")
    }
  }
}
