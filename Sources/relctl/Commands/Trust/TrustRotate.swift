import Cryptography
import HTTPClient
import ReleaseModel
import ReleaseTrust

/// `relctl trust rotate CEREMONY [--replace OLD=NEW…] [--channel …] [--remove-channel …] [--online-key] [--renew ROLE…]`
enum TrustRotate {
  private static let replacements = Argument.repeatedOption(
    "--replace", "OLD=NEW", "a key by its name, and the key that takes its place everywhere",
    parse: Replacement.init(parsing:))
  private static let removals = Argument.repeatedOption(
    "--remove-channel", "CHANNEL", "a channel that nobody may sign releases for any more",
    parse: Channel.init(parsing:))
  private static let replacesOnlineKey = Argument.flag(
    "--online-key", "replace the registry's own key by one that it makes now; needs a super-admin's token")
  private static let acceptsExpired = Argument.flag(
    "--accept-expired", "start from what has expired, to mend that; make sure that it is the newest state")
  private static let renewals = Argument.repeatedOption(
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
      TrustArguments.rootThreshold, TrustArguments.targetsThreshold, TrustArguments.channelThreshold,
      renewals,
      acceptsExpired, leavesUnsigned, TrustArguments.trustRoot,
    ] + LifetimeArguments.all + KeyArguments.secret + ServerArguments.all,
    examples: [
      .init("Replace a stolen release key", "relctl trust rotate rotation.json --replace alice=alice-2"),
      .init("Sign root for another year", "relctl trust rotate renewal.json --renew root"),
      .init("Another channel", "relctl trust rotate beta.json --channel beta=bob"),
      .init(
        "The registry's own key, once a year or when it was stolen",
        "relctl trust rotate online.json --online-key"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    try FileWriter.requireAbsence(of: path)
    let folder = try KeyFolder(invocation)
    let client = try RegistryClient(invocation, needsToken: try invocation[replacesOnlineKey])
    let trust = try trust(client, invocation)
    let current = try KeyAssignment(trust.offline)
    try requireFreshNames(trust, current, invocation)
    var assignment = try changed(current, folder, invocation)
    if try invocation[replacesOnlineKey] { assignment.online = try nextOnlineKey(client) }
    var ceremony = try ceremony(
      after: trust.offline, assignment, renewing: try renewed(current, invocation),
      LifetimeArguments.lifetimes(invocation))
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
    after offline: OfflineMetadata, _ assignment: KeyAssignment, renewing roles: Set<ExactText>,
    _ lifetimes: MetadataLifetimes
  ) throws -> Ceremony {
    do throws(TrustError) {
      return try Ceremony(
        after: offline, assignment: assignment, renewing: roles, lifetimes: lifetimes, now: Clock.now)
    } catch {
      guard error.code == .nothingToSign else { throw error }
      throw CommandError(
        .usage, error.code.rawValue, error.message,
        hint:
          "say what is to change: --replace, --channel, --remove-channel, --online-key, a threshold, or --renew ROLE"
      )
    }
  }

  private static func trust(_ client: RegistryClient, _ invocation: Invocation) throws -> VerifiedTrust {
    do {
      return try VerifiedTrust(of: client, invocation, acceptsExpired: invocation[acceptsExpired])
    } catch let error as TrustError where TrustErrorCode.expiries.contains(error.code) {
      var refusal = CommandError(error)
      refusal.hint =
        "a rotation can mend that: make sure that the registry shows its newest state, then add --accept-expired"
      throw refusal
    }
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

  private static func changed(
    _ current: KeyAssignment, _ folder: KeyFolder, _ invocation: Invocation
  ) throws -> KeyAssignment {
    var assignment = current
    for replacement in try invocation[replacements] {
      let old = try folder.key(replacement.old).publicKey
      guard let next = assignment.replacing(old, by: try folder.key(replacement.new).publicKey) else {
        throw CommandError(
          .failed, "key_not_trusted", "the key '\(replacement.old.text)' is not trusted with anything",
          hint: "these are: \(try KeyNames(folder).text(current.everyKey))")
      }
      assignment = next
    }
    for named in try invocation[TrustArguments.channelKeys] {
      let threshold = try invocation[TrustArguments.channelThreshold].map(Int64.init)
      assignment.channels[named.channel] = RoleKeys(
        try named.names.map { try folder.key($0).publicKey },
        threshold: threshold ?? assignment.channels[named.channel]?.threshold ?? 1)
    }
    for channel in try invocation[removals] {
      guard assignment.channels.removeValue(forKey: channel) != nil else {
        throw CommandError(
          .usage, "unknown_role",
          "nobody is trusted with the channel '\(channel)', so there is nothing to remove",
          hint: known(current))
      }
    }
    if let threshold = try invocation[TrustArguments.rootThreshold] {
      assignment.root.threshold = Int64(threshold)
    }
    if let threshold = try invocation[TrustArguments.targetsThreshold] {
      assignment.targets.threshold = Int64(threshold)
    }
    try requireReachable(assignment)
    return assignment
  }

  private static func requireReachable(_ assignment: KeyAssignment) throws {
    let roles =
      [("root", assignment.root), ("targets", assignment.targets)]
      + assignment.channels.map { ($0.key.name, $0.value) }
    guard let (name, keys) = roles.first(where: { $0.1.threshold > Int64(Set($0.1.keys).count) }) else {
      return
    }
    throw CommandError(
      .usage, "threshold_out_of_reach",
      "'\(name)' would need \(Sentence.count(keys.threshold, "signature")) and has "
        + "\(Sentence.count(Set(keys.keys).count, "key")): nobody could sign it",
      hint: "name more keys, or ask for fewer signatures: \(thresholdOption(name)) N")
  }

  private static func thresholdOption(_ role: String) -> String {
    switch role {
    case "root": TrustArguments.rootThreshold.declaration.name
    case "targets": TrustArguments.targetsThreshold.declaration.name
    default: "--channel \(role)=NAME \(TrustArguments.channelThreshold.declaration.name)"
    }
  }

  private static func known(_ current: KeyAssignment) -> String {
    let names = current.channels.keys.map(\.name).sorted()
    return names.isEmpty ? "there is no channel" : "write \(Sentence.alternatives(names.map { "'\($0)'" }))"
  }

  private static func renewed(
    _ current: KeyAssignment, _ invocation: Invocation
  ) throws -> Set<ExactText> {
    let known = ["root", "targets"] + current.channels.keys.map(\.name)
    for name in try invocation[renewals] where !known.contains(name) {
      throw CommandError(
        .usage, "unknown_role", "--renew: there is no role '\(name)' that people sign",
        hint: "write \(Sentence.alternatives(known.sorted().map { "'\($0)'" }))")
    }
    return Set(try invocation[renewals].map { ExactText($0) })
  }

  /// Two keys, as they are written in an argument.
  struct Replacement: Sendable {
    let old: KeyName
    let new: KeyName

    init(parsing text: String) throws {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw InvalidValue("'\(text.prefix(100))' does not name two keys; write OLD=NEW")
      }
      old = try KeyName(parsing: String(parts[0]))
      new = try KeyName(parsing: String(parts[1]))
    }
  }
}
