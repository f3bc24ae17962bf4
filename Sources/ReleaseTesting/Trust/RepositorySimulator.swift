package import Cryptography
package import ReleaseModel
package import ReleaseTrust

/// A repository that signs with real keys and can lie: every file that it has is in `files`, and a test may put
/// anything there.
package final class RepositorySimulator: MetadataFetcher {
  /// The files by their names, as they are served.
  package var files: [String: [UInt8]] = [:]
  /// What was asked for, in order.
  package private(set) var requests: [String] = []

  /// The root that is named along with the timestamp; nil to name none.
  package var namedRoot: Int64?

  /// Who signs for a role; also of delegated ones.
  package var signers: [ExactText: [SigningKey]] = [:]
  /// The version and expiry of what is published next.
  package var versions: [ExactText: Int64] = [:]
  package var expiries: [ExactText: Timestamp] = [:]
  /// What the targets roles say.
  package var contents: [ExactText: TargetsContent] = ["targets": TargetsContent()]
  /// How many have to sign for a top-level role.
  package var thresholds: [TopLevelRole: Int64] = [:]
  package var hasConsistentSnapshots = true
  /// Whether timestamp and snapshot state lengths and hashes.
  package var statesHashes = false

  package struct TargetsContent {
    package var files: [ExactText: TargetFile]
    package var delegations: Delegations?
    /// Members beside those of the specification.
    package var unknown: JSONObject

    package init(
      files: [ExactText: TargetFile] = [:], delegations: Delegations? = nil, unknown: JSONObject = [:]
    ) {
      self.files = files
      self.delegations = delegations
      self.unknown = unknown
    }
  }

  /// A repository with one key for each role and everything at version 1.
  package init() throws {
    for role in TopLevelRole.allCases {
      signers[role.name] = [try SigningKey.generate(.ed25519)]
      versions[role.name] = 1
    }
    try publishRoot()
    try publishMetadata()
  }

  package func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata {
    requests.append(name)
    guard let bytes = files[name] else { return .notFound }
    return .bytes(bytes)
  }

  package func fetchTimestamp(maximumBytes: Int) throws(TrustError) -> FetchedTimestamp {
    FetchedTimestamp(try fetch("timestamp.json", maximumBytes: maximumBytes), newestRoot: namedRoot)
  }

  /// Forgets what was asked for.
  package func forgetRequests() { requests = [] }
}

/// Honest publishing.
extension RepositorySimulator {
  /// Signs and serves root at its version. `also` sign, such as the keys of the version before.
  @discardableResult
  package func publishRoot(also: [SigningKey] = []) throws -> [UInt8] {
    let version = versions["root", default: 1]
    let bytes = try file(rootMetadata(), by: signers["root", default: []] + also)
    files["\(version).root.json"] = bytes
    return bytes
  }

  /// Raises the version of root, serves it and returns its bytes.
  @discardableResult
  package func publishNextRoot(also: [SigningKey] = []) throws -> [UInt8] {
    versions["root", default: 1] += 1
    return try publishRoot(also: also)
  }

  /// Gives a role a new key; publish a root after it.
  package func rotateKey(of role: TopLevelRole) throws {
    signers[role.name] = [try SigningKey.generate(.ed25519)]
  }

  package func rootMetadata() -> RootMetadata {
    func rule(_ role: TopLevelRole) -> SigningRule {
      SigningRule(
        keyids: signers[role.name, default: []].map { TUFKey($0.publicKey).keyid },
        threshold: thresholds[role, default: 1])
    }
    return RootMetadata(
      version: versions["root", default: 1], expires: expiry(of: "root"),
      keys: TopLevelRole.allCases.flatMap { signers[$0.name, default: []] }.map { TUFKey($0.publicKey) },
      root: rule(.root), timestamp: rule(.timestamp), snapshot: rule(.snapshot), targets: rule(.targets),
      hasConsistentSnapshots: hasConsistentSnapshots)
  }

  /// Signs and serves everything below root at its versions.
  package func publishMetadata() throws {
    var stated: [ExactText: MetaFile] = [:]
    for (role, content) in contents {
      let bytes = try targetsFile(role, content)
      serve(bytes, role: role)
      stated[role] = MetaFile(version: version(of: role), bytes: statesHashes ? bytes : nil)
    }
    try publishSnapshot(stating: stated)
  }

  package func targetsFile(_ role: ExactText, _ content: TargetsContent) throws -> [UInt8] {
    let metadata = TargetsMetadata(
      version: version(of: role), expires: expiry(of: role), targets: content.files,
      delegations: content.delegations, unknown: content.unknown)
    return try file(metadata, by: signers[role, default: []])
  }

  package func publishSnapshot(stating stated: [ExactText: MetaFile]) throws {
    let metadata = SnapshotMetadata(
      version: version(of: "snapshot"), expires: expiry(of: "snapshot"), roles: stated)
    let bytes = try file(metadata, by: signers["snapshot", default: []])
    serve(bytes, role: "snapshot")
    try publishTimestamp(
      stating: MetaFile(version: version(of: "snapshot"), bytes: statesHashes ? bytes : nil))
  }

  package func publishTimestamp(stating snapshot: MetaFile) throws {
    let metadata = TimestampMetadata(
      version: version(of: "timestamp"), expires: expiry(of: "timestamp"), snapshot: snapshot)
    files["timestamp.json"] = try file(metadata, by: signers["timestamp", default: []])
  }

  /// Raises the versions of targets, snapshot and timestamp, and of `roles`, and publishes.
  package func publishNext(_ roles: ExactText...) throws {
    for role in ["targets", "snapshot", "timestamp"] + roles { versions[role, default: 1] += 1 }
    try publishMetadata()
  }

  /// Raises the versions of snapshot and timestamp only, and publishes.
  package func publishNextSnapshot() throws {
    for role in ["snapshot", "timestamp"] as [ExactText] { versions[role, default: 1] += 1 }
    try publishMetadata()
  }

  /// Makes a role delegate to a new one with a key of its own.
  package func delegate(
    from parent: ExactText = "targets", to role: ExactText, _ scope: DelegatedRole.Scope = .paths(["*"]),
    isTerminating: Bool = false, files: [ExactText: TargetFile] = [:]
  ) throws {
    if signers[role] == nil { signers[role] = [try SigningKey.generate(.ed25519)] }
    if contents[role] == nil { contents[role] = TargetsContent(files: files) }
    let keys = signers[role, default: []].map { TUFKey($0.publicKey) }
    let delegated = DelegatedRole(
      name: role, rule: SigningRule(keyids: keys.map(\.keyid), threshold: 1), scope: scope,
      isTerminating: isTerminating)
    var delegations = contents[parent]?.delegations ?? Delegations(keys: [], roles: [])
    for key in keys { delegations.keys[key.keyid] = key }
    delegations.roles.append(delegated)
    contents[parent]?.delegations = delegations
  }

  /// The bytes of a file that these keys signed.
  package func file(_ metadata: some SignedMetadata, by keys: [SigningKey]) throws -> [UInt8] {
    var envelope = Envelope(metadata)
    for key in keys { try envelope.sign(with: key) }
    return envelope.fileBytes(.compact)
  }

  package func serve(_ bytes: [UInt8], role: ExactText) {
    files[fileName(of: role)] = bytes
  }

  /// The name that the current version of a role's file is served by.
  package func fileName(of role: ExactText) -> String {
    let name = "\(role.percentEncoded).json"
    return hasConsistentSnapshots ? "\(version(of: role)).\(name)" : name
  }

  private func version(of role: ExactText) -> Int64 { versions[role, default: 1] }

  private func expiry(of role: ExactText) -> Timestamp { expiries[role] ?? Moment.nextYear }
}
