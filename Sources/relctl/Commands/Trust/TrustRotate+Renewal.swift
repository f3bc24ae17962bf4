import ReleaseModel
import ReleaseTrust

extension TrustRotate {
  /// The roles that are signed for longer: those that `--renew` names, and those that a lifetime is given for; that of
  /// channels is for those that are named, or else for all. Where nothing else is to change, also those that have expired, with
  /// `--accept-expired`.
  static func renewed(
    _ offline: OfflineMetadata, _ current: KeyAssignment, isChanged: Bool, _ invocation: Invocation
  ) throws -> Set<ExactText> {
    let known = ["root", "targets"] + current.channels.keys.map(\.name)
    for name in try invocation[renewals] where !known.contains(name) {
      throw CommandError(
        .usage, "unknown_role", "--renew: there is no role '\(name)' that people sign",
        hint: "write \(Sentence.alternatives(known.sorted().map { "'\($0)'" }))")
    }
    let named = Set(try invocation[renewals].map { ExactText($0) })
    let removed = Set(try invocation[removals].map(ReleaseRole.name(of:)))
    let channels = Set(current.channels.keys.map(ReleaseRole.name(of:))).subtracting(removed)
    var implied = named
    if invocation.isGiven(LifetimeArguments.root) { implied.insert(TopLevelRole.root.name) }
    if invocation.isGiven(LifetimeArguments.targets) { implied.insert(TopLevelRole.targets.name) }
    if invocation.isGiven(LifetimeArguments.channel) {
      let chosen = named.union(
        try invocation[TrustArguments.channelKeys].map { ReleaseRole.name(of: $0.channel) }
      ).subtracting([TopLevelRole.root.name, TopLevelRole.targets.name])
      implied.formUnion(chosen.isEmpty ? channels : chosen.intersection(channels))
    }
    guard try invocation[acceptsExpired], named.isEmpty, !isChanged else { return implied }
    let now = Clock.now
    if offline.root.content.expires <= now { implied.insert(TopLevelRole.root.name) }
    if offline.targets.content.expires <= now { implied.insert(TopLevelRole.targets.name) }
    for role in channels where offline.channels[role].map({ $0.content.expires <= now }) ?? false {
      implied.insert(role)
    }
    return implied
  }
}
