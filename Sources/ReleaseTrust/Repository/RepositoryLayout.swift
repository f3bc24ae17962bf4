package import Cryptography
package import ReleaseModel

/// What metadata has to look like so that a registry can serve it: one delegated role for each channel, one for the
/// status, and the registry's own key where it signs.
package struct RepositoryLayout: Sendable {
  private let onlineKey: PublicKey

  package init(onlineKey: PublicKey) { self.onlineKey = onlineKey }

  /// The channel that a delegated role speaks for.
  package static func channel(of role: ExactText) throws(TrustError) -> Channel {
    do throws(ModelError) {
      return try Channel(parsing: role.string)
    } catch {
      throw TrustError(.unsuitableMetadata, "the delegated role '\(role)': \(error.message)", cause: error)
    }
  }

  /// Throws `unsuitable_metadata` or `foreign_online_key` for what this registry could not serve.
  package func require(_ offline: OfflineMetadata) throws(TrustError) {
    let root = offline.root.content
    guard root.hasConsistentSnapshots else {
      throw unsuitable("root has to say 'consistent_snapshot': true, so that every client reads one state")
    }
    for role in [TopLevelRole.timestamp, .snapshot] {
      try requireOnlineKey(root.authority(for: role))
    }
    let targets = offline.targets.content
    guard targets.targets.isEmpty else {
      throw unsuitable(
        "targets lists files of its own; only its delegated roles, the channels, have files here")
    }
    guard let status = offline.authority(for: ReleaseRole.status) else {
      throw unsuitable(
        "targets does not delegate to '\(ReleaseRole.status)', the role that says what is withdrawn")
    }
    try requireOnlineKey(status)
    for role in offline.delegatedRoles { try require(role, of: offline) }
  }

  /// Whether the registry's key signs for all that it has to sign.
  package func isOnlineKeyListed(in offline: OfflineMetadata) -> Bool {
    let authorities =
      [TopLevelRole.timestamp, .snapshot].map { offline.root.content.authority(for: $0) }
      + [offline.authority(for: ReleaseRole.status)].compactMap(\.self)
    return authorities.count == 3 && authorities.allSatisfy(isOnlineKeyEnough)
  }

  private func require(_ role: DelegatedRole, of offline: OfflineMetadata) throws(TrustError) {
    let pattern: ExactText
    if role.name == ReleaseRole.status {
      pattern = ReleaseRole.statusPattern
    } else {
      pattern = ReleaseRole.pattern(of: try Self.channel(of: role.name))
    }
    guard role.scope == .paths([pattern]), role.isTerminating else {
      throw unsuitable("the role '\(role.name)' has to be terminating, with the one path '\(pattern)'")
    }
    guard let authority = offline.authority(for: role.name),
      authority.threshold <= Int64(authority.publicKeys.count)
    else {
      throw unsuitable(
        "the role '\(role.name)' needs more signatures than it has usable keys: nobody could sign it")
    }
    guard offline.channels[role.name]?.content.delegations == nil else {
      throw unsuitable("'\(role.name)' delegates further; here only targets delegates")
    }
  }

  private func requireOnlineKey(_ authority: RoleAuthority) throws(TrustError) {
    guard !isOnlineKeyEnough(authority) else { return }
    throw TrustError(
      .foreignOnlineKey,
      "'\(authority.role)' has to be signed by this registry alone, threshold 1, with its own online key "
        + "'\(TUFKey(onlineKey).keyid)'; 'relctl trust' fetches that key from the registry")
  }

  private func isOnlineKeyEnough(_ authority: RoleAuthority) -> Bool {
    authority.threshold == 1 && authority.publicKeys.contains(onlineKey)
  }

  private func unsuitable(_ message: String) -> TrustError { TrustError(.unsuitableMetadata, message) }
}
