import ReleaseModel
import ReleaseTrust
import WrapperInstaller

/// Shows everything that a verification found to hold.
struct VerificationReport {
  let verification: ReleaseVerification
  let pinned: [UInt8]
  /// The file or address of the bundle.
  let bundle: String
  /// What the registry offers to the wrapper that was named.
  let offered: String?
  let names: KeyNames

  private var release: SignedRelease { verification.release }

  func report() throws -> Report {
    let roles = try roles()
    let table = Table(
      columns: ["ROLE", "VERSION", "EXPIRES", "THRESHOLD", "KEYS"],
      rows: roles.map { role in
        [
          role.name, "\(role.version)", role.expires.description,
          "\(role.authority.threshold) of \(role.authority.keyids.count)",
          role.authority.keyids.map { names.text(keyid: $0.string) }.joined(separator: ", "),
        ]
      }, whenEmpty: "")
    var sentences = [
      "\(release.version) on \(release.channel) is what was signed, and devices take it.",
      "The root that was pinned is version \(try pinnedVersion).",
    ]
    if let offered { sentences.append("The registry offers \(offered) to that wrapper, as it was signed.") }
    return Report(json: json(roles), text: .parts([.lines(sentences), .table(table), .fields(fields)]))
  }

  private var fields: [Report.Field] {
    [
      Report.Field("sequence", "\(release.sequence)"),
      Report.Field("wrappers", release.gates.wrapperRange.description),
      Report.Field("API contract", release.gates.apiContractRange.description),
      Report.Field("bundle", bundle),
      Report.Field("sha256", release.artifact.description),
      Report.Field("size", ByteCount.text(release.sizeBytes)),
      Report.Field("tree", release.tree.sha256.description),
      Report.Field("files", "\(release.tree.fileCount)"),
      Report.Field("entry file", release.entryFile),
    ]
  }

  private func json(_ roles: [Role]) -> JSONValue {
    var members: [String: JSONValue] = [
      "verified": true, "channel": .string(release.channel.name),
      "releaseVersion": .string(release.version.description), "sequence": .integer(release.sequence),
      "sha256": .string(release.artifact.description), "sizeBytes": .unsigned(release.sizeBytes),
      "tree": [
        "sha256": .string(release.tree.sha256.description),
        "fileCount": .integer(Int64(release.tree.fileCount)),
        "unpackedBytes": .unsigned(release.tree.unpackedBytes),
      ],
      "entryFile": .string(release.entryFile),
      "wrapperRange": .string(release.gates.wrapperRange.description),
      "apiContractRange": .string(release.gates.apiContractRange.description), "artifact": .string(bundle),
      "roles": .array(roles.map(\.json)),
    ]
    members["offered"] = offered.map { .string($0) }
    return .object(members)
  }

  private var pinnedVersion: Int64 {
    get throws(TrustError) {
      try TrustedMetadata(root: pinned, referenceTime: verification.metadata.referenceTime).root.version
    }
  }

  /// One role that the release's signatures hang on.
  private struct Role {
    let name: String
    let version: Int64
    let expires: Timestamp
    let authority: RoleAuthority

    var json: JSONValue {
      [
        "role": .string(name), "version": .integer(version), "expires": .string(expires.description),
        "threshold": .integer(authority.threshold),
        "keyids": .array(authority.keyids.map { .string($0.string) }),
      ]
    }

    init?(_ metadata: (some SignedMetadata)?, _ authority: RoleAuthority?) {
      guard let metadata, let authority else { return nil }
      name = authority.role.string
      version = metadata.version
      expires = metadata.expires
      self.authority = authority
    }
  }

  private func roles() throws -> [Role] {
    let metadata = verification.metadata
    let targets = metadata.targets(of: TopLevelRole.targets.name)
    let delegated = [ReleaseRole.name(of: release.channel), ReleaseRole.status].map { role in
      Role(metadata.targets(of: role), targets?.delegations?.authority(for: role))
    }
    return
      ([
        Role(metadata.root, metadata.root.authority(for: .root)),
        Role(metadata.timestamp, metadata.root.authority(for: .timestamp)),
        Role(metadata.snapshot, metadata.root.authority(for: .snapshot)),
        Role(targets, metadata.root.authority(for: .targets)),
      ] + delegated).compactMap(\.self)
  }
}
