/// One thing that an inspection found in a bundle.
package struct BundleFinding: Sendable, Hashable {
  /// Whether a finding refuses the bundle.
  package enum Severity: String, Sendable, Codable {
    /// The bundle is refused.
    case error
    /// The bundle is accepted; somebody should look.
    case warning
  }

  /// What was found, for a program.
  package let code: BundleFindingCode
  /// Whether it refuses the bundle.
  package let severity: Severity
  /// The entry's path, escaped so that it can be shown anywhere; nil when the whole archive is meant.
  package let entry: String?
  /// What exactly, and what to do about it, for a person.
  package let detail: String

  package init(code: BundleFindingCode, severity: Severity, entry: String?, detail: String) {
    self.code = code
    self.severity = severity
    self.entry = entry
    self.detail = detail
  }
}

extension BundleFinding: CustomStringConvertible {
  package var description: String {
    let subject = entry.map { "'\($0)': " } ?? ""
    return "\(severity.rawValue) \(code.rawValue): \(subject)\(detail)"
  }
}

extension BundleFinding: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, severity, entry, detail
  }

  /// Writes all four members; `entry` is null, not absent, when the whole archive is meant.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(severity, forKey: .severity)
    try container.encode(entry, forKey: .entry)
    try container.encode(detail, forKey: .detail)
  }
}
