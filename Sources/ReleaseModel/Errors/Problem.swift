/// An error answer: RFC 9457 problem details with the registry's stable code.
package struct Problem: Error, Sendable, Hashable, Codable {
  package let type: String
  /// The code in words.
  package let title: String
  /// The HTTP status.
  package let status: Int
  /// What went wrong, for a program.
  package let code: ProblemCode
  /// Which thing, what is wrong with it and what to do next.
  package let detail: String
  /// Why there is no release, with `no_compatible_release` only.
  package let reason: String?
  /// What is wrong with each field of a bad input.
  package let errors: [FieldError]?

  package init(
    status: Int, code: ProblemCode, detail: String, reason: String? = nil, errors: [FieldError]? = nil
  ) {
    type = "about:blank"
    title = Self.title(for: code)
    self.status = status
    self.code = code
    self.detail = detail
    self.reason = reason
    self.errors = errors
  }

  /// `no_compatible_release` → `No compatible release`.
  private static func title(for code: ProblemCode) -> String {
    let words = code.rawValue.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
