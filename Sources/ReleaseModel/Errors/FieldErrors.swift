/// One thing that is wrong with one field of an input.
package struct FieldError: Error, Sendable, Hashable, Codable {
  /// The field's name as the wire contract spells it.
  package let field: String
  /// What is wrong, for a program.
  package let code: ProblemCode
  /// What is wrong and what to write instead, for a person.
  package let detail: String

  package init(field: String, code: ProblemCode, detail: String) {
    self.field = field
    self.code = code
    self.detail = detail
  }

  package init(field: String, _ error: ModelError) {
    self.init(field: field, code: error.code, detail: error.message)
  }
}

/// Everything that is wrong with an input, reported at once; never empty.
package struct FieldErrors: Error, Sendable, Hashable {
  package let errors: [FieldError]

  package init(_ errors: [FieldError]) { self.errors = errors }
}

/// Gathers the errors of several fields, so that all of them are reported and not the first alone.
package struct FieldErrorCollector {
  package private(set) var errors: [FieldError] = []

  package init() {}

  /// Notes an error.
  package mutating func add(_ field: String, _ code: ProblemCode, _ detail: String) {
    errors.append(FieldError(field: field, code: code, detail: detail))
  }

  /// Runs a parser; notes its refusal under the field's name and gives nil.
  package mutating func parse<Value>(_ field: String, _ parser: () throws(ModelError) -> Value) -> Value? {
    do {
      return try parser()
    } catch {
      errors.append(FieldError(field: field, error))
      return nil
    }
  }
}
