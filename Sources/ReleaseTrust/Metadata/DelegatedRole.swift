/// A role that another one trusts with some paths.
package struct DelegatedRole: Sendable, Hashable {
  /// Which paths it may speak of; exactly one of the two.
  package enum Scope: Sendable, Hashable {
    /// Paths that match one of these patterns.
    case paths([ExactText])
    /// Paths whose SHA-256, in lower-case hexadecimal digits, begins with one of these.
    case pathHashPrefixes([ExactText])
  }

  /// The role's name; none of the four top-level roles'.
  package let name: ExactText
  /// Who signs for it.
  package var rule: SigningRule
  /// Which paths it may speak of.
  package let scope: Scope
  /// Whether roles after it are not asked for paths that are in its scope.
  package let isTerminating: Bool
  private let unknown: JSONObject

  package init(name: ExactText, rule: SigningRule, scope: Scope, isTerminating: Bool = false) {
    self.name = name
    self.rule = rule
    self.scope = scope
    self.isTerminating = isTerminating
    unknown = [:]
  }

  init(_ value: StrictJSON, at path: FieldPath) throws(TrustError) {
    var fields = try FieldReader(value, at: path)
    name = try fields.text("name")
    guard !name.string.isEmpty, TopLevelRole(rawValue: name.string)?.name != name else {
      throw TrustError(
        .reservedRoleName, "'\(path).name' is '\(name)', which cannot be a delegated role's name")
    }
    rule = try SigningRule(takingFrom: &fields)
    scope = try Scope(&fields)
    isTerminating = try fields.bool("terminating")
    unknown = fields.rest
  }

  var json: StrictJSON {
    let own: JSONObject = ["name": .text(name), "terminating": .bool(isTerminating)]
    return .object(unknown.merging(rule.members).merging(scope.members).merging(own))
  }
}

extension DelegatedRole.Scope {
  private static let pathsName: ExactText = "paths"
  private static let prefixesName: ExactText = "path_hash_prefixes"

  init(_ fields: inout FieldReader) throws(TrustError) {
    switch (fields.rest[Self.pathsName], fields.rest[Self.prefixesName]) {
    case (.some, nil):
      let patterns = try fields.array(Self.pathsName)
      self = .paths(try FieldReader.texts(patterns, at: fields.path(of: Self.pathsName)))
    case (nil, .some):
      let path = fields.path(of: Self.prefixesName)
      let prefixes = try FieldReader.texts(try fields.array(Self.prefixesName), at: path)
      guard prefixes.allSatisfy({ (1...64).contains($0.string.utf8.count) && $0.isLowerCaseHexadecimal })
      else {
        throw TrustError(.invalidMetadata, "'\(path)' has to hold 1 to 64 lower-case hexadecimal digits each")
      }
      self = .pathHashPrefixes(prefixes)
    default:
      throw TrustError(
        .invalidMetadata, "'\(fields.path)' has to have one of '\(Self.pathsName)' and '\(Self.prefixesName)'"
      )
    }
  }

  var members: JSONObject {
    switch self {
    case .paths(let patterns): [Self.pathsName: .array(patterns.map(StrictJSON.text))]
    case .pathHashPrefixes(let prefixes): [Self.prefixesName: .array(prefixes.map(StrictJSON.text))]
    }
  }
}
