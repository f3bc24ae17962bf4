import ReleaseModel

extension OpenAPISchema {
  /// What requests hold.
  static let inputs: [String: JSONValue] = [
    "ReleaseDraft": input(
      draftMembers.merging(["releaseVersion": reference("Version")]) { first, _ in first }
        .merging(requiredDraftMembers) { _, required in required },
      required: ["releaseVersion", "artifactSha256", "wrapperRange", "apiContractRange"]),
    "PublishTrial": input(
      draftMembers.merging(requiredDraftMembers) { _, required in required }.merging([
        "releaseVersion": reference("Version"),
        "sizeBytes": integer(minimum: 1, maximum: SQLiteRow.largestNumber), "tree": tree,
        "strict": flag, "draft": flag, "signing": signing,
      ]) { first, _ in first },
      required: [
        "releaseVersion", "artifactSha256", "wrapperRange", "apiContractRange", "sizeBytes", "tree",
      ]),
    "ReleaseEdit": input(draftMembers),
    "Publishing": input(["reason": reason, "strict": flag, "signing": signing]),
    "Reason": input(["reason": reason]),
    "Promotion": input(
      [
        "channel": reference("Channel"), "wrapperRange": nullable(reference("VersionRange")),
        "apiContractRange": nullable(reference("VersionRange")), "reason": reason, "strict": flag,
        "signing": signing,
      ], required: ["channel"]),
    "PolicyDraft": policyDraft(["activate": flag]),
    "PolicyTrial": policyDraft([:]),
    "PolicyEdit": input(policyMembers),
    "PolicySimulationInput": input(
      [
        "policy": reference("PolicyTrial"),
        "fleet": list(
          of: input(
            ["wrapperVersion": reference("Version"), "count": integer(minimum: 0, maximum: 1_000_000_000)],
            required: ["wrapperVersion"]), maximumCount: 10_000),
      ], required: ["policy", "fleet"]),
    "TokenDraft": tokenDraft,
  ]

  private static let tree = input(
    [
      "sha256": reference("Digest"),
      "fileCount": integer(minimum: 1, maximum: SQLiteRow.largestNumber),
      "unpackedBytes": integer(minimum: 0, maximum: SQLiteRow.largestNumber),
    ], required: ["sha256", "fileCount", "unpackedBytes"])

  private static let flag: JSONValue = ["type": ["boolean", "null"]]
  private static let reason = nullable(text(maximumLength: 1_000))

  private static let draftMembers: [String: JSONValue] = [
    "artifactSha256": nullable(reference("Digest")), "entryFile": nullable(text(maximumLength: 1_024)),
    "wrapperRange": nullable(reference("VersionRange")),
    "apiContractRange": nullable(reference("VersionRange")),
    "notes": nullable(text(maximumLength: ReleaseInput.maximumNotesLength)),
    "rolloutBasisPoints": nullable(integer(minimum: 0, maximum: 10_000)),
  ]

  private static let requiredDraftMembers: [String: JSONValue] = [
    "artifactSha256": reference("Digest"), "wrapperRange": reference("VersionRange"),
    "apiContractRange": reference("VersionRange"),
  ]

  private static let appStoreId = text(pattern: "^[0-9]{1,20}$")
  private static let packageName = text(
    pattern: "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$", maximumLength: 255)

  private static let policyMembers: [String: JSONValue] = [
    "channel": reference("Channel"), "platform": reference("Platform"),
    "minimumVersion": reference("Version"), "latestVersion": reference("Version"),
    "appStoreId": nullable(text(maximumLength: 4_096)), "packageName": nullable(text(maximumLength: 4_096)),
    "storeUrl": nullable(text(pattern: "^https://[A-Za-z0-9][!#-;=-~]*$", maximumLength: 2_048)),
    "message": nullable(text(maximumLength: NativePolicyRule.maximumMessageLength)),
  ]

  /// A whole policy: on iOS the App Store ID says which app it is, on Android the package name.
  private static func policyDraft(_ more: [String: JSONValue]) -> JSONValue {
    func draft(_ platform: Platform, _ name: String, _ identifier: JSONValue) -> JSONValue {
      var members = policyMembers.merging(more) { first, _ in first }
      members["platform"] = oneOf([platform.rawValue])
      members[name] = identifier
      return input(members, required: ["channel", "platform", "minimumVersion", "latestVersion", name])
    }
    return [
      "oneOf": [draft(.ios, "appStoreId", appStoreId), draft(.android, "packageName", packageName)]
    ]
  }

  /// Only a publisher is bound to channels, and it must be.
  private static let tokenDraft: JSONValue = {
    let channels: JSONValue = ["type": "array", "items": reference("Channel"), "minItems": 1]
    let none: JSONValue = ["type": ["array", "null"], "maxItems": 0]
    func draft(_ roles: [Role], _ channels: JSONValue, required: [String]) -> JSONValue {
      input(
        [
          "name": nullable(text(maximumLength: 200)), "role": oneOf(roles.map(\.rawValue)),
          "channels": channels, "expiresAt": nullable(reference("Timestamp")),
        ], required: required)
    }
    return [
      "oneOf": [
        draft([.publisher], channels, required: ["role", "channels"]),
        draft([.viewer, .superAdmin], none, required: ["role"]),
      ]
    ]
  }()
}
