/// The order in which roles are asked for a target: pre-order and depth first, most trusted role first, each role once
/// (The Update Framework 1.0.34, 5.6.7). A role is asked only when every delegation on the way to it covers the path.
struct DelegationWalk {
  private let path: ExactText
  private let limit: Int
  /// The next one is the last.
  private var waiting: [RoleAuthority]
  private var visited: Set<ExactText> = []

  /// Begins at the role `targets`.
  init(to path: ExactText, from root: RootMetadata, limit: Int) {
    self.path = path
    self.limit = limit
    waiting = [root.authority(for: .targets)]
  }

  /// The role to ask next; nil when there is none left.
  mutating func next() throws(TrustError) -> RoleAuthority? {
    while let authority = waiting.popLast() {
      guard visited.insert(authority.role).inserted else { continue }
      // `targets` itself is no delegation.
      guard visited.count - 1 <= limit else {
        throw TrustError(
          .tooManyDelegations,
          "'\(path)' was not found in the first \(limit) delegated roles that may hold it")
      }
      return authority
    }
    return nil
  }

  /// Goes on with the roles that the asked role trusts with the path, before all others. A terminating one is the last.
  mutating func descend(into targets: TargetsMetadata) {
    guard let delegations = targets.delegations else { return }
    var children: [RoleAuthority] = []
    for role in delegations.roles where role.scope.covers(path) {
      children.append(delegations.authority(for: role))
      if role.isTerminating {
        waiting = []
        break
      }
    }
    waiting += children.reversed()
  }
}
