import Cryptography
import HTTPClient
import ReleaseModel
import ReleaseTrust

/// The people who sign: their keys, and the metadata that they hand to a registry. Tests change what they like before
/// they ask for it.
struct Ceremony {
  var rootKeys: [SigningKey]
  var rootThreshold: Int64 = 1
  var targetsKeys: [SigningKey]
  /// By the channel; the first ones of each are as many as its threshold says.
  var channelKeys: [Channel: [SigningKey]]
  var channelThreshold: Int64 = 1
  /// The registry's own.
  var onlineKey: PublicKey
  var now: Timestamp

  init(_ registry: TestRegistry, channels: String...) throws {
    rootKeys = [try SigningKey.generate(.ed25519)]
    targetsKeys = [try SigningKey.generate(.ecdsaP256SHA256)]
    channelKeys = [:]
    for name in channels {
      channelKeys[try Channel(parsing: name)] = [try SigningKey.generate(.ed25519)]
    }
    onlineKey = try registry.onlineKey()
    now = registry.clock.now
  }

  func rootMetadata(version: Int64 = 1) -> RootMetadata {
    func rule(_ keys: [PublicKey], _ threshold: Int64) -> SigningRule {
      SigningRule(keyids: keys.map { TUFKey($0).keyid }, threshold: threshold)
    }
    let online = rule([onlineKey], 1)
    return RootMetadata(
      version: version, expires: inDays(365),
      keys: ((rootKeys + targetsKeys).map(\.publicKey) + [onlineKey]).map { TUFKey($0) },
      root: rule(rootKeys.map(\.publicKey), rootThreshold), timestamp: online, snapshot: online,
      targets: rule(targetsKeys.map(\.publicKey), 1))
  }

  func targetsMetadata(version: Int64 = 1) -> TargetsMetadata {
    func rule(_ keys: [PublicKey], _ threshold: Int64) -> SigningRule {
      SigningRule(keyids: keys.map { TUFKey($0).keyid }, threshold: threshold)
    }
    let channels = channelKeys.sorted { $0.key.name < $1.key.name }
    let roles = channels.map { channel, keys in
      DelegatedRole(
        name: ReleaseRole.name(of: channel), rule: rule(keys.map(\.publicKey), channelThreshold),
        scope: .paths([ReleaseRole.pattern(of: channel)]), isTerminating: true)
    }
    let status = DelegatedRole(
      name: ReleaseRole.status, rule: rule([onlineKey], 1), scope: .paths([ReleaseRole.statusPattern]),
      isTerminating: true)
    let keys = channels.flatMap { $0.value.map(\.publicKey) } + [onlineKey]
    return TargetsMetadata(
      version: version, expires: inDays(365),
      delegations: Delegations(keys: keys.map { TUFKey($0) }, roles: roles + [status]))
  }

  func channelMetadata(version: Int64 = 1, releases: [SignedRelease] = []) -> TargetsMetadata {
    TargetsMetadata(
      version: version, expires: inDays(90),
      targets: Dictionary(uniqueKeysWithValues: releases.map { ($0.path, $0.targetFile) }))
  }

  /// Everything that a registry without a root needs.
  func first() throws -> MetadataUpload {
    var upload = MetadataUpload(
      root: try signed(rootMetadata(), by: rootKeys), targets: try signed(targetsMetadata(), by: targetsKeys))
    for (channel, keys) in channelKeys {
      upload.channels[ReleaseRole.name(of: channel)] = try signed(channelMetadata(), by: keys)
    }
    return upload
  }

  func signed<Content>(_ content: Content, by keys: [SigningKey]) throws -> RepositoryFile<Content> {
    var envelope = Envelope(content)
    for key in keys { try envelope.sign(with: key) }
    return try RepositoryFile(envelope)
  }

  func inDays(_ days: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + days * 86_400)
  }
}

extension TestRegistry {
  /// The key that the registry says is its own.
  func onlineKey() throws -> PublicKey {
    let answer = try admin(.get, "/trust")
    guard let key = answer.data?["onlineKey"] as? [String: Any],
      let digits = (key["keyval"] as? [String: Any])?["public"] as? String
    else { throw UnexpectedAnswer(answer) }
    let bytes = stride(from: 0, to: digits.utf8.count, by: 2).compactMap { start in
      UInt8(digits.dropFirst(start).prefix(2), radix: 16)
    }
    return try PublicKey(ed25519: bytes)
  }

  /// Hands metadata to the registry.
  @discardableResult
  func upload(_ metadata: MetadataUpload, token: String? = nil) throws -> TestAnswer {
    try call(.post, "/admin/v1/trust", token: token ?? superAdmin, body: metadata.document)
  }

  /// Hands metadata to the registry that it has to take.
  func trust(_ metadata: MetadataUpload) throws {
    let answer = try upload(metadata)
    guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
  }

  /// The version of each role, as the registry tells it to viewers.
  func trustVersions() throws -> [String: Int] {
    let roles = try admin(.get, "/trust").data?["roles"] as? [[String: Any]] ?? []
    return Dictionary(
      uniqueKeysWithValues: roles.map { ($0["role"] as? String ?? "", $0["version"] as? Int ?? 0) })
  }
}
