package import Cryptography
package import ReleaseModel

/// The keys of one role, and how many of them have to sign.
package struct RoleKeys: Sendable, Hashable {
  package var keys: [PublicKey]
  package var threshold: Int64

  package init(_ keys: [PublicKey], threshold: Int64 = 1) {
    self.keys = keys
    self.threshold = threshold
  }

  init(_ rule: SigningRule, _ listed: [ExactText: TUFKey]) {
    keys = rule.keyids.compactMap { keyid in
      if case .usable(let key)? = listed[keyid]?.material { key } else { nil }
    }
    threshold = rule.threshold
  }

  var rule: SigningRule { SigningRule(keyids: keys.map { TUFKey($0).keyid }, threshold: threshold) }

  /// The same with one key in the place of another; nil when that one is not here.
  func replacing(_ old: PublicKey, by new: PublicKey) -> RoleKeys? {
    guard keys.contains(old) else { return nil }
    return RoleKeys(keys.map { $0 == old ? new : $0 }, threshold: threshold)
  }
}

/// Who signs what: everything that a root and its delegations say.
package struct KeyAssignment: Sendable, Hashable {
  package var root: RoleKeys
  package var targets: RoleKeys
  package var channels: [Channel: RoleKeys]
  /// The registry's own key, which signs status, snapshot and timestamp.
  package var online: PublicKey

  package init(root: RoleKeys, targets: RoleKeys, channels: [Channel: RoleKeys], online: PublicKey) {
    self.root = root
    self.targets = targets
    self.channels = channels
    self.online = online
  }

  /// What is in force. Throws `unsuitable_metadata` when the metadata is not laid out as a registry's.
  package init(_ offline: OfflineMetadata) throws(TrustError) {
    let root = offline.root.content
    guard let online = RoleKeys(root.timestamp, root.keys).keys.first else {
      throw TrustError(.unsuitableMetadata, "root names no usable key for the timestamp")
    }
    var channels: [Channel: RoleKeys] = [:]
    for role in offline.delegatedRoles where role.name != ReleaseRole.status {
      channels[try RepositoryLayout.channel(of: role.name)] = RoleKeys(
        role.rule, offline.targets.content.delegations?.keys ?? [:])
    }
    self.init(
      root: RoleKeys(root.root, root.keys), targets: RoleKeys(root.targets, root.keys), channels: channels,
      online: online)
  }

  /// The same with one key in the place of another, wherever it stands.
  ///
  /// - Returns: nil when the key stands nowhere.
  package func replacing(_ old: PublicKey, by new: PublicKey) -> KeyAssignment? {
    var changed = self
    changed.root = root.replacing(old, by: new) ?? root
    changed.targets = targets.replacing(old, by: new) ?? targets
    changed.channels = channels.mapValues { $0.replacing(old, by: new) ?? $0 }
    if online == old { changed.online = new }
    return changed == self ? nil : changed
  }

  /// Every key that is trusted with something.
  package var everyKey: Set<PublicKey> {
    Set(root.keys + targets.keys + channels.values.flatMap(\.keys) + [online])
  }

  /// The delegations of targets: one role for each channel, then the status.
  var delegations: Delegations {
    let ordered = channels.sorted { $0.key.name < $1.key.name }
    let roles = ordered.map { channel, keys in
      DelegatedRole(
        name: ReleaseRole.name(of: channel), rule: keys.rule,
        scope: .paths([ReleaseRole.pattern(of: channel)]),
        isTerminating: true)
    }
    let status = DelegatedRole(
      name: ReleaseRole.status, rule: RoleKeys([online]).rule, scope: .paths([ReleaseRole.statusPattern]),
      isTerminating: true)
    return Delegations(
      keys: (ordered.flatMap(\.value.keys) + [online]).map(TUFKey.init), roles: roles + [status])
  }

  /// A root that says so.
  func rootMetadata(version: Int64, expires: Timestamp) -> RootMetadata {
    let online = RoleKeys([online])
    return RootMetadata(
      version: version, expires: expires, keys: (root.keys + targets.keys + online.keys).map(TUFKey.init),
      root: root.rule, timestamp: online.rule, snapshot: online.rule, targets: targets.rule)
  }
}
