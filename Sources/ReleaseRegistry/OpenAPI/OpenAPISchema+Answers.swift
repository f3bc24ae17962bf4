import ReleaseBundle
import ReleaseModel

extension OpenAPISchema {
  /// What answers hold.
  static let answers: [String: JSONValue] = [
    "Problem": problem, "FieldError": fieldError, "Page": page, "Tree": tree, "FileManifest": fileManifest,
    "Artifact": artifact, "LatestRelease": latestRelease, "NativeUpdate": nativeUpdate,
    "WebRelease": webRelease, "ChangedRelease": changedRelease, "PublishVerdict": publishVerdict,
    "NativePolicy": nativePolicy, "PolicySimulation": policySimulation, "WebExplanation": webExplanation,
    "NativeExplanation": nativeExplanation, "Token": token, "NewToken": newToken, "AuditRecord": auditRecord,
    "AuditVerdict": auditVerdict, "Readiness": readiness,
    "ServerFacts": serverFacts,
  ]

  private static let count = integer(minimum: 0)
  private static let positive = integer(minimum: 1)
  private static let channel = reference("Channel")
  private static let version = reference("Version")
  private static let digest = reference("Digest")
  private static let time = reference("Timestamp")

  private static let problem = object(
    [
      "type": ["type": "string", "const": "about:blank"], "title": text(),
      "status": integer(minimum: 400, maximum: 599), "code": text(pattern: "^[a-z0-9_]+$"), "detail": text(),
      "reason": reference("NoReleaseReason"), "errors": list(of: reference("FieldError")),
    ], required: ["type", "title", "status", "code", "detail"])

  private static let fieldError = object(
    ["field": text(), "code": text(pattern: "^[a-z0-9_]+$"), "detail": text()],
    required: ["field", "code", "detail"])

  private static let page = object(
    ["hasMore": ["type": "boolean"], "nextCursor": nullable(text())], required: ["hasMore", "nextCursor"])

  private static let tree = object(
    ["sha256": digest, "fileCount": positive, "unpackedBytes": count],
    required: ["sha256", "fileCount", "unpackedBytes"])

  private static let fileManifest = object(
    [
      "schemaVersion": ["type": "integer", "const": 1],
      "files": list(
        of: object(
          ["path": text(minimumLength: 1), "sha256": digest, "sizeBytes": count],
          required: ["path", "sha256", "sizeBytes"])),
    ], required: ["files", "schemaVersion"])

  private static let artifact = object(
    [
      "sha256": digest, "sizeBytes": positive, "tree": reference("Tree"),
      "warnings": list(of: reference("FieldError")),
    ], required: ["sha256", "sizeBytes", "tree", "warnings"])

  private static let latestRelease = object(
    [
      "releaseVersion": version, "channel": channel, "sequence": positive,
      "zipUrl": text(pattern: "^https?://"), "sha256": digest, "sizeBytes": positive,
      "tree": reference("Tree"), "entryFile": text(minimumLength: 1),
      "wrapperRange": reference("VersionRange"), "apiContractRange": reference("VersionRange"),
      "releasedAt": time,
      "signatures": list(of: reference("Signature")),
    ],
    required: [
      "releaseVersion", "channel", "sequence", "zipUrl", "sha256", "sizeBytes", "tree", "entryFile",
      "wrapperRange", "apiContractRange", "releasedAt", "signatures",
    ])

  private static let nativeUpdate = object(
    [
      "status": reference("NativeUpdateStatus"),
      "severity": oneOf(UpdateSeverity.allCases.map(\.rawValue)), "wrapperVersion": version,
      "channel": channel, "platform": reference("Platform"), "latestVersion": version,
      "minimumVersion": version, "storeUrl": text(pattern: "^https://"), "appStoreId": text(),
      "packageName": text(), "message": text(), "policyId": nullable(reference("PolicyId")),
      "reason": oneOf(NativeUpdateReason.allCases.map(\.rawValue)),
    ], required: ["status", "severity", "reason", "wrapperVersion", "channel", "platform", "policyId"])

  private static let releaseMembers: [String: JSONValue] = [
    "channel": channel, "releaseVersion": version, "state": reference("ReleaseState"),
    "sequence": positive, "artifactSha256": digest, "sizeBytes": positive, "tree": reference("Tree"),
    "entryFile": text(minimumLength: 1), "wrapperRange": reference("VersionRange"),
    "apiContractRange": reference("VersionRange"), "notes": text(),
    "rolloutBasisPoints": integer(minimum: 0, maximum: 10_000),
    "rolloutSalt": text(pattern: "^[0-9a-f]{16}$"),
    "createdAt": time, "publishedAt": time,
    "stateReason": text(), "revision": positive, "signatures": list(of: reference("Signature")),
  ]

  private static let releaseRequired = [
    "channel", "releaseVersion", "state", "artifactSha256", "sizeBytes", "tree", "entryFile", "wrapperRange",
    "apiContractRange", "notes", "rolloutBasisPoints", "rolloutSalt", "createdAt", "revision",
  ]

  private static let webRelease = object(releaseMembers, required: releaseRequired)

  private static let warnings = list(
    of: object(["code": text(), "detail": text()], required: ["code", "detail"]))

  private static let changedRelease = object(
    releaseMembers.merging(["warnings": warnings]) { first, _ in first },
    required: releaseRequired + ["warnings"])

  private static let publishVerdict = object(
    [
      "warnings": warnings,
      "bundleLimits": object(
        Dictionary(uniqueKeysWithValues: BundleLimits.memberNames.map { ($0, positive) }),
        required: BundleLimits.memberNames),
    ], required: ["warnings"])

  private static let nativePolicy = object(
    [
      "id": reference("PolicyId"), "channel": channel, "platform": reference("Platform"),
      "minimumVersion": version, "latestVersion": version, "appStoreId": text(), "packageName": text(),
      "storeUrl": text(pattern: "^https://"), "message": text(), "active": ["type": "boolean"],
      "revision": positive, "createdAt": time, "updatedAt": time,
    ],
    required: [
      "id", "channel", "platform", "minimumVersion", "latestVersion", "storeUrl", "active", "revision",
      "createdAt", "updatedAt",
    ])

  private static let policySimulation = object(
    [
      "wrappers": list(
        of: object(
          [
            "wrapperVersion": version, "count": count, "today": reference("NativeUpdateStatus"),
            "then": reference("NativeUpdateStatus"), "changes": ["type": "boolean"],
          ], required: ["wrapperVersion", "count", "today", "then", "changes"])),
      "changedCount": count, "totalCount": count,
    ], required: ["wrappers", "changedCount", "totalCount"])

  private static let webExplanation = object(
    [
      "channel": channel, "wrapperVersion": version, "apiContractVersion": version,
      "release": reference("LatestRelease"), "reason": reference("NoReleaseReason"),
      "candidates": list(
        of: object(
          [
            "releaseVersion": version, "sequence": positive, "state": reference("ReleaseState"),
            "reason": oneOf(CandidateReason.allCases.map(\.rawValue)), "detail": text(),
          ], required: ["releaseVersion", "state", "reason", "detail"])),
      "candidateCount": count, "truncated": ["type": "boolean"],
    ],
    required: [
      "channel", "wrapperVersion", "apiContractVersion", "candidates", "candidateCount", "truncated",
    ])

  private static let serverFacts = object(
    ["apiContractVersion": version, "publicUrl": text(pattern: "^https?://")],
    required: ["apiContractVersion", "publicUrl"])

  private static let nativeExplanation = object(
    [
      "answer": reference("NativeUpdate"),
      "policies": list(
        of: object(
          [
            "policyId": reference("PolicyId"),
            "reason": oneOf(["decides", "older_than_deciding", "inactive"]),
          ], required: ["policyId", "reason"])),
    ], required: ["answer", "policies"])

  private static let tokenMembers: [String: JSONValue] = [
    "id": reference("TokenId"), "name": text(), "role": reference("Role"), "channels": list(of: channel),
    "createdAt": time, "expiresAt": time, "revokedAt": time,
  ]

  private static let tokenRequired = ["id", "name", "role", "channels", "createdAt"]

  private static let token = object(tokenMembers, required: tokenRequired)

  /// `token`, the secret, is there the first time only.
  private static let newToken = object(
    tokenMembers.merging(["token": text(minimumLength: 32)]) { first, _ in first }, required: tokenRequired)

  private static let auditRecord = object(
    [
      "number": positive, "hash": digest,
      "entry": object(
        [
          "at": time,
          "actor": object(
            ["tokenId": text(), "name": text(), "role": text()], required: ["tokenId", "name", "role"]),
          "action": text(), "subject": text(), "before": ["type": "object"], "after": ["type": "object"],
          "remoteAddress": text(), "requestId": text(),
        ], required: ["at", "actor", "action", "subject", "remoteAddress", "requestId"]),
    ], required: ["number", "hash", "entry"])

  private static let auditVerdict = object(
    ["isIntact": ["type": "boolean"], "rowCount": count, "firstBrokenNumber": positive, "lastHash": digest],
    required: ["isIntact", "rowCount", "lastHash"])

  private static let readiness = object(
    [
      "status": ["type": "string", "const": "ready"], "apiContractVersion": version, "trust": text(),
      "snapshotSequence": count,
    ], required: ["status", "apiContractVersion", "trust", "snapshotSequence"])
}
