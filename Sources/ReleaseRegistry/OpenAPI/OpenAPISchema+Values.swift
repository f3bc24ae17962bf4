import ReleaseModel

extension OpenAPISchema {
  /// What single texts and numbers look like.
  static let values: [String: JSONValue] = [
    "Channel": text(pattern: channelPattern),
    "Version": text(pattern: versionPattern, maximumLength: SemanticVersion.maximumLength),
    "VersionRange": range,
    "Platform": oneOf(Platform.allCases.map(\.rawValue)),
    "Digest": text(pattern: "^[0-9a-f]{64}$"),
    "Timestamp": text(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"),
    "PolicyId": text(pattern: "^pol_[0-9]{8,}$"),
    "TokenId": text(pattern: "^tok_[0-9]{8,}$"),
    "Role": oneOf(Role.allCases.map(\.rawValue)),
    "ReleaseState": oneOf(ReleaseState.allCases.map(\.rawValue)),
    "NoReleaseReason": oneOf(NoReleaseReason.allCases.map(\.rawValue)),
    "NativeUpdateStatus": oneOf(NativeUpdateStatus.allCases.map(\.rawValue)),
  ]

  /// Strict SemVer 2.0.0.
  private static let versionPattern: String = {
    let number = "(0|[1-9][0-9]*)"
    let prerelease = "(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
    let build = "[0-9A-Za-z-]+"
    return
      "^\(number)\\.\(number)\\.\(number)(-\(prerelease)(\\.\(prerelease))*)?(\\+\(build)(\\.\(build))*)?$"
  }()

  /// The grammar of `Channel`, without what looks like a version and without the reserved names.
  private static let channelPattern: String = {
    let reserved = Channel.reservedNames.sorted().map { name in
      name.map { "[\($0.uppercased())\($0)]" }.joined()
    }
    let excluded = ["[Vv][0-9.]+", "[Vv]?[Xx]"] + reserved
    return "^(?!(\(excluded.joined(separator: "|")))$)[A-Za-z][A-Za-z0-9._-]{0,63}$"
  }()

  private static let range: JSONValue = [
    "type": "string", "format": "version-range", "minLength": 1,
    "maxLength": .integer(Int64(VersionRange.maximumLength)),
    "description": """
    A range in node-semver's grammar that at least one version matches, such as `>=4.2.0 <6.0.0`, `^3.1.0` or `*`.
    """,
    "examples": [">=4.2.0 <6.0.0", "^3.1.0"],
  ]
}
