import Cryptography
import ReleaseModel
import ReleaseTrust

/// A repository that signs with real keys and can lie: every file that it has is in `files`, and a test may put
/// anything there.
final class RepositorySimulator: MetadataFetcher {
  /// The files by their names, as they are served.
  var files: [String: [UInt8]] = [:]
  /// What was asked for, in order.
  private(set) var requests: [String] = []

  /// Who signs for a role; also of delegated ones.
  var signers: [ExactText: [SigningKey]] = [:]
  /// The version and expiry of what is published next.
  var versions: [ExactText: Int64] = [:]
  var expiries: [ExactText: Timestamp] = [:]
  /// What the targets roles say.
  var contents: [ExactText: TargetsContent] = ["targets": TargetsContent()]
  /// How many have to sign for a top-level role.
  var thresholds: [TopLevelRole: Int64] = [:]
  var hasConsistentSnapshots = true
  /// Whether timestamp and snapshot state lengths and hashes.
  var statesHashes = false

  struct TargetsContent {
    var files: [ExactText: TargetFile] = [:]
    var delegations: Delegations?
  }

  /// A repository with one key for each role and everything at version 1.
  init() throws {
    for role in TopLevelRole.allCases {
      signers[role.name] = [try SigningKey.generate(.ed25519)]
      versions[role.name] = 1
    }
    try publishRoot()
    try publishMetadata()
  }

  func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata {
    requests.append(name)
    guard let bytes = files[name] else { return .notFound }
    return .bytes(bytes)
  }

  /// Forgets what was asked for.
  func forgetRequests() { requests = [] }
}

/// Honest publishing.
extension RepositorySimulator {
  /// Signs and serves root at its version. `also` sign, such as the keys of the version before.
  @discardableResult
  func publishRoot(also: [SigningKey] = []) throws -> [UInt8] {
    let version = versions["root", default: 1]
    let bytes = try file(rootMetadata(), by: signers["root", default: []] + also)
    files["\(version).root.json"] = bytes
    return bytes
  }

  /// Raises the version of root, serves it and returns its bytes.
  @discardableResult
  func publishNextRoot(also: [SigningKey] = []) throws -> [UInt8] {
    versions["root", default: 1] += 1
    return try publishRoot(also: also)
  }

  /// Gives a role a new key; publish a root after it.
  func rotateKey(of role: TopLevelRole) throws {
    signers[role.name] = [try SigningKey.generate(.ed25519)]
  }

  func rootMetadata() -> RootMetadata {
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
  func publishMetadata() throws {
    var stated: [ExactText: MetaFile] = [:]
    for (role, content) in contents {
      let bytes = try targetsFile(role, content)
      serve(bytes, role: role)
      stated[role] = MetaFile(version: version(of: role), bytes: statesHashes ? bytes : nil)
    }
    try publishSnapshot(stating: stated)
  }

  func targetsFile(_ role: ExactText, _ content: TargetsContent) throws -> [UInt8] {
    let metadata = TargetsMetadata(
      version: version(of: role), expires: expiry(of: role), targets: content.files,
      delegations: content.delegations)
    return try file(metadata, by: signers[role, default: []])
  }

  func publishSnapshot(stating stated: [ExactText: MetaFile]) throws {
    let metadata = SnapshotMetadata(
      version: version(of: "snapshot"), expires: expiry(of: "snapshot"), roles: stated)
    let bytes = try file(metadata, by: signers["snapshot", default: []])
    serve(bytes, role: "snapshot")
    try publishTimestamp(
      stating: MetaFile(version: version(of: "snapshot"), bytes: statesHashes ? bytes : nil))
  }

  func publishTimestamp(stating snapshot: MetaFile) throws {
    let metadata = TimestampMetadata(
      version: version(of: "timestamp"), expires: expiry(of: "timestamp"), snapshot: snapshot)
    files["timestamp.json"] = try file(metadata, by: signers["timestamp", default: []])
  }

  /// Raises the versions of targets, snapshot and timestamp, and of `roles`, and publishes.
  func publishNext(_ roles: ExactText...) throws {
    for role in ["targets", "snapshot", "timestamp"] + roles { versions[role, default: 1] += 1 }
    try publishMetadata()
  }

  /// Raises the versions of snapshot and timestamp only, and publishes.
  func publishNextSnapshot() throws {
    for role in ["snapshot", "timestamp"] as [ExactText] { versions[role, default: 1] += 1 }
    try publishMetadata()
  }

  /// Makes a role delegate to a new one with a key of its own.
  func delegate(
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
  func file(_ metadata: some SignedMetadata, by keys: [SigningKey]) throws -> [UInt8] {
    var envelope = Envelope(metadata)
    for key in keys { try envelope.sign(with: key) }
    return envelope.fileBytes(.compact)
  }

  func serve(_ bytes: [UInt8], role: ExactText) {
    files[fileName(of: role)] = bytes
  }

  /// The name that the current version of a role's file is served by.
  func fileName(of role: ExactText) -> String {
    let name = "\(role.percentEncoded).json"
    return hasConsistentSnapshots ? "\(version(of: role)).\(name)" : name
  }

  private func version(of role: ExactText) -> Int64 { versions[role, default: 1] }

  private func expiry(of role: ExactText) -> Timestamp { expiries[role] ?? Moment.nextYear }
}

/// The moments that tests happen at.
enum Moment {
  static let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
  static let nextYear = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 365 * 86_400)
  static let lastYear = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - 365 * 86_400)
  /// One second after what usually expires.
  static let afterNextYear = Timestamp(secondsSinceEpoch: nextYear.secondsSinceEpoch + 1)
  static let inAMinute = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 60)
}
