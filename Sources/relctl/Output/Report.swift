import ReleaseModel

/// What a command found out or did, in the shape for people and the shape for programs.
struct Report: Sendable {
  /// The part that people read.
  enum Text: Sendable {
    /// Sentences, one a line.
    case lines([String])
    /// Names with their values, for one thing.
    case fields([Field])
    /// A row per thing.
    case table(Table)
    /// Several parts, an empty line between them.
    indirect case parts([Text])
  }

  struct Field: Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  let json: JSONValue
  let text: Text
}

/// Rows under a heading, columns aligned.
struct Table: Sendable {
  let columns: [String]
  let rows: [[String]]
  /// The sentence that stands in place of a table without rows.
  let whenEmpty: String
}
