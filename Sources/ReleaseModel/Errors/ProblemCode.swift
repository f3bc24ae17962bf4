/// A stable, documented code for something that was refused; clients switch on it, never on text.
///
/// The list is in docs/errors.md; a code is never renamed or given another meaning.
package struct ProblemCode: RawRepresentable, Sendable, Hashable, Codable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}

extension ProblemCode {
  package static let invalidVersion = ProblemCode(rawValue: "invalid_version")
  package static let invalidRange = ProblemCode(rawValue: "invalid_range")
  package static let unsatisfiableRange = ProblemCode(rawValue: "unsatisfiable_range")
  package static let invalidChannel = ProblemCode(rawValue: "invalid_channel")
  package static let invalidPlatform = ProblemCode(rawValue: "invalid_platform")
  package static let invalidDigest = ProblemCode(rawValue: "invalid_digest")
}
