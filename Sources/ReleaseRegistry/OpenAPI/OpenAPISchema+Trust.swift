import ReleaseModel

extension OpenAPISchema {
  /// Signed metadata, and what is said of it.
  static let trust: [String: JSONValue] = [
    "MetadataFile": object(signedMembers, required: ["signed", "signatures"]),
    "TrustUpload": input(
      [
        "files": [
          "type": "array", "minItems": 1,
          "items": object(
            signedMembers.merging(["role": text(minimumLength: 1)]) { first, _ in first },
            required: ["signed", "signatures"]),
        ]
      ], required: ["files"]),
    "TrustStatus": object(
      [
        "mode": oneOf(["development", "signed"]), "nextSequence": integer(minimum: 1),
        "onlineKey": ["type": "object"], "onlineKeyid": digest, "onlineKeyListed": ["type": "boolean"],
        "nextOnlineKey": ["type": "object"], "roles": list(of: trustRole),
      ], required: ["mode", "nextSequence", "onlineKey", "onlineKeyid", "roles"]),
    "Signing": input(
      [
        "sequence": integer(minimum: 1, maximum: SQLiteRow.largestNumber),
        "metadata": input(
          [
            "version": integer(minimum: 1, maximum: SQLiteRow.largestNumber),
            "expires": reference("Timestamp"), "signatures": signatures,
          ],
          required: ["version", "expires", "signatures"]),
        "statement": input(["signatures": signatures], required: ["signatures"]),
      ], required: ["sequence", "metadata", "statement"]),
    "Signature": input(["keyid": text(), "sig": text()], required: ["keyid", "sig"]),
  ]

  /// What a publish is signed with; null is like leaving it out.
  static let signing = nullable(reference("Signing"))

  private static let signatures = list(of: reference("Signature"), maximumCount: 64)
  private static let digest = reference("Digest")

  private static let signedMembers: [String: JSONValue] = [
    "signed": ["type": "object"], "signatures": list(of: reference("Signature")),
  ]

  private static let trustRole = object(
    [
      "role": text(minimumLength: 1), "version": integer(minimum: 1), "expires": reference("Timestamp"),
      "threshold": integer(minimum: 0), "keyids": list(of: text()),
      "lifetimeSeconds": integer(minimum: 1),
    ], required: ["role", "version", "expires", "threshold", "keyids"])
}
