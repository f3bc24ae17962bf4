/// A value that was refused, with a stable code for programs and a sentence for people.
package struct ModelError: Error, Sendable, Hashable {
  /// What is wrong, for a program.
  package let code: ProblemCode
  /// Which value is wrong, why, and what to write instead.
  package let message: String

  package init(_ code: ProblemCode, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension ModelError: CustomStringConvertible {
  package var description: String { message }
}
