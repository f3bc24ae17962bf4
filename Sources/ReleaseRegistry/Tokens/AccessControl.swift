package import ReleaseModel

/// What a route needs. Nothing is allowed that is not listed here.
package enum Permission: Sendable, Hashable {
  /// Reading, which every role may do.
  case read
  /// Uploading a bundle, which is bound to no channel yet.
  case upload
  /// Changing the releases of these channels.
  case changeReleases(of: [Channel])
  /// Managing policies, tokens and what else concerns everybody.
  case manage
}

/// Who is asking, as its token says.
package struct Caller: Sendable, Hashable {
  package let tokenId: String
  package let name: String
  package let role: Role
  /// The channels that a publisher may change.
  package let channels: Set<Channel>

  package init(tokenId: String, name: String, role: Role, channels: Set<Channel>) {
    self.tokenId = tokenId
    self.name = name
    self.role = role
    self.channels = channels
  }

  /// Throws `forbidden` unless the role, and a publisher's channels, allow it.
  package func require(_ permission: Permission) throws(RegistryError) {
    switch (role, permission) {
    case (.superAdmin, _), (_, .read), (.publisher, .upload): return
    case (.publisher, .changeReleases(let wanted)):
      guard let missing = wanted.first(where: { !channels.contains($0) }) else { return }
      throw RegistryError(
        .forbidden,
        "the token '\(name)' is not granted the channel '\(missing)'; ask a super-admin for a token that is")
    case (.publisher, .manage), (.viewer, _):
      throw RegistryError(
        .forbidden,
        "the token '\(name)' has the role \(role.rawValue), which may not do this; "
          + "ask a super-admin for a token that may")
    }
  }
}
