import Cryptography
import HTTPClient
import ReleaseModel
import ReleaseTrust

/// `relctl trust rotate CEREMONY [--replace OLD=NEW…] [--channel …] [--remove-channel …] [--online-key] [--renew ROLE…]`
enum TrustRotate {
  static let replacements = Argument.repeatedOption(
    "--replace", "OLD=NEW", "a key by its name, and the key that takes its place everywhere",
    parse: Replacement.init(parsing:))
  static let removals = Argument.repeatedOption(
    "--remove-channel", "CHANNEL", "a channel that nobody may sign releases for any more",
    parse: Channel.init(parsing:))
  private static let replacesOnlineKey = Argument.flag(
    "--online-key", "replace the registry's own key by one that it makes now; needs a super-admin's token")
  private static let isAfterRestore = Argument.flag(
    "--after-restore",
    "after the registry was restored from a backup: start from what it shows, older than this machine saw, with --online-key"
  )
  static let acceptsExpired = Argument.flag(
    "--accept-expired", "start from what has expired, to mend that; make sure that it is the newest state")
  static let renewals = Argument.repeatedOption(
    "--renew", "ROLE", "root, targets or a channel that is to be signed for longer", parse: Parse.name)
  private static let leavesUnsigned = Argument.flag(
    "--no-sign", "sign nothing yet, although the private keys are here")

  static let command = Command(
    "rotate", "Begin a ceremony that replaces keys, adds or removes channels, or renews what expires",
    discussion: """
      Starts from what the registry publishes, verified from the root that this machine trusts. Devices follow by themselves: \
      no store release is needed. A key that was stolen is replaced the same way. The registry's own key goes on signing until \
      the root that names the new one is published, and the new one from then on. \(KeyArguments.passphraseHelp)
      """,
    arguments: [
      TrustArguments.ceremony, replacements, TrustArguments.channelKeys, removals, replacesOnlineKey,
      isAfterRestore,
      TrustArguments.rootThreshold, TrustArguments.targetsThreshold, TrustArguments.channelThreshold,
      renewals,
      acceptsExpired, leavesUnsigned, TrustArguments.trustRoot,
    ] + LifetimeArguments.all + KeyArguments.secret + ServerArguments.all,
    examples: [
      .init(
        "Replace a stolen release key", "relctl trust rotate rotation.json --replace release-1.1=release-1"),
      .init("Sign root for another year", "relctl trust rotate renewal.json --renew root"),
      .init("Another channel", "relctl trust rotate beta.json --channel beta=release-2"),
      .init(
        "The registry's own key, once a year or when it was stolen",
        "relctl trust rotate online.json --online-key"),
      .init(
        "After the registry was restored from a backup",
        "relctl trust rotate restore.json --after-restore"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    try FileWriter.requireAbsence(of: path)
    let folder = try KeyFolder(invocation)
    let needsOnlineKey = try invocation[replacesOnlineKey] || invocation[isAfterRestore]
    let client = try RegistryClient(invocation, needsToken: needsOnlineKey)
    let trust = try trust(client, invocation)
    if try invocation[isAfterRestore] { warn(of: trust.falls, invocation.console) }
    let current = try KeyAssignment(trust.offline)
    try requireFreshNames(trust, current, invocation)
    var assignment = try changed(current, folder, invocation)
    if needsOnlineKey { assignment.online = try nextOnlineKey(client) }
    var ceremony = try ceremony(
      after: trust.offline, assignment,
      taking: try unsigned(assignment, besides: current, invocation),
      renewing: try renewed(trust.offline, current, isChanged: assignment != current, invocation),
      LifetimeArguments.lifetimes(invocation))
    RemovedChannels(ceremony).warn(invocation.console)
    if try !invocation[leavesUnsigned] { try CeremonySigning.signWithOwnKeys(&ceremony, folder, invocation) }
    try CeremonyFile.write(ceremony, to: path, isNew: true)
    let names = try KeyNames(folder)
    let changes = try CeremonyChanges(ceremony).sentences(names)
    try invocation.console.show(
      try CeremonyReport(ceremony: ceremony, path: path, names: names).report(
        saying: ["The ceremony is in '\(path)'. Nothing is published yet."] + changes))
    return .ok
  }

  private static func ceremony(
    after offline: OfflineMetadata, _ assignment: KeyAssignment, taking releases: [Channel: [SignedRelease]],
    renewing roles: Set<ExactText>, _ lifetimes: MetadataLifetimes
  ) throws -> Ceremony {
    do throws(TrustError) {
      return try Ceremony(
        after: offline, assignment: assignment, taking: releases, renewing: roles, lifetimes: lifetimes,
        now: Clock.now)
    } catch {
      guard error.code == .nothingToSign else { throw error }
      throw CommandError(
        .usage, error.code.rawValue, error.message,
        hint:
          "say what is to change: --replace, --channel, --remove-channel, --online-key, another threshold or lifetime, or "
          + "--renew ROLE"
      )
    }
  }

  private static let expiries = Set(TrustErrorCode.expiries.map(\.rawValue))

  private static func trust(_ client: RegistryClient, _ invocation: Invocation) throws -> VerifiedTrust {
    do {
      return try VerifiedTrust(
        of: client, invocation, acceptsExpired: invocation[acceptsExpired],
        acceptsFalls: invocation[isAfterRestore])
    } catch var refusal as CommandError where expiries.contains(refusal.code) {
      refusal.hint =
        "a rotation can mend that: make sure that the registry shows its newest state, then add --accept-expired"
      throw refusal
    }
  }

  /// What is published on the channels that are new, from before there was a root; asking for it takes a token.
  private static func unsigned(
    _ assignment: KeyAssignment, besides current: KeyAssignment, _ invocation: Invocation
  ) throws -> [Channel: [SignedRelease]] {
    let added = assignment.channels.keys.filter { current.channels[$0] == nil }
    guard !added.isEmpty else { return [:] }
    return try UnsignedReleases(of: try RegistryClient(invocation, needsToken: true), on: added).releases
  }

  /// The key that the registry signs with as soon as root names it; made now, unless one waits for that already.
  private static func nextOnlineKey(_ client: RegistryClient) throws -> PublicKey {
    let answer = try client.admin(
      .init(method: .post, path: ["trust", "online-key"], idempotencyKey: IdempotencyKey.random()))
    guard let key = try RegistryTrustStatus(answer.data).nextOnlineKey else {
      throw CommandError(
        .failed, "state_not_reached",
        "the registry was to make a key, but names none that root should trust next",
        hint: "'relctl trust status' shows its state; try again")
    }
    return key
  }

  /// A channel that was removed leaves its metadata behind, which nobody can vouch for any more.
  private static func requireFreshNames(
    _ trust: VerifiedTrust, _ current: KeyAssignment, _ invocation: Invocation
  ) throws {
    let added = try invocation[TrustArguments.channelKeys].map(\.channel)
    guard let used = added.first(where: { current.channels[$0] == nil && trust.formerChannels.contains($0) })
    else { return }
    throw CommandError(
      .usage, "channel_was_removed",
      "the channel '\(used)' was removed before, and its name cannot be used again",
      hint: "give the channel another name")
  }
}
