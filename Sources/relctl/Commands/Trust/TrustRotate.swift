import Cryptography
import ReleaseModel
import ReleaseTrust

/// `relctl trust rotate CEREMONY [--replace OLD=NEW…] [--channel …] [--renew ROLE…]`
enum TrustRotate {
  private static let replacements = Argument.repeatedOption(
    "--replace", "OLD=NEW", "a key by its name, and the key that takes its place everywhere",
    parse: Replacement.init(parsing:))
  private static let renewals = Argument.repeatedOption(
    "--renew", "ROLE", "root, targets or a channel that is to be signed for longer", parse: Parse.name)
  private static let leavesUnsigned = Argument.flag(
    "--no-sign", "sign nothing yet, although the private keys are here")

  static let command = Command(
    "rotate", "Begin a ceremony that replaces keys, adds channels, or renews what expires",
    discussion: """
      Starts from what the registry publishes, verified from the root that this machine trusts. Devices follow by themselves: \
      no store release is needed. A key that was stolen is replaced the same way. \(KeyArguments.passphraseHelp)
      """,
    arguments: [
      TrustArguments.ceremony, replacements, TrustArguments.channelKeys, TrustArguments.rootThreshold,
      TrustArguments.targetsThreshold, TrustArguments.channelThreshold, renewals, leavesUnsigned,
      TrustArguments.trustRoot,
    ] + KeyArguments.secret + ServerArguments.all,
    examples: [
      .init("Replace a stolen release key", "relctl trust rotate rotation.json --replace alice=alice-2"),
      .init("Sign root for another year", "relctl trust rotate renewal.json --renew root"),
      .init("Another channel", "relctl trust rotate beta.json --channel beta=bob"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    try FileWriter.requireAbsence(of: path)
    let folder = try KeyFolder(invocation)
    let trust = try VerifiedTrust(of: try RegistryClient(invocation, needsToken: false), invocation)
    let current = try KeyAssignment(trust.offline)
    var ceremony = try Ceremony(
      after: trust.offline, assignment: try changed(current, folder, invocation),
      renewing: try renewed(current, invocation), lifetimes: MetadataLifetimes(), now: Clock.now)
    if try !invocation[leavesUnsigned] { try CeremonySigning.signWithOwnKeys(&ceremony, folder, invocation) }
    try CeremonyFile.write(ceremony, to: path, isNew: true)
    let names = try KeyNames(folder)
    let changes = try CeremonyChanges(ceremony).sentences(names)
    try invocation.console.show(
      try CeremonyReport(ceremony: ceremony, path: path, names: names).report(
        saying: ["The ceremony is in '\(path)'. Nothing is published yet."] + changes))
    return .ok
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
          hint: "'relctl trust status' lists the keys that are")
      }
      assignment = next
    }
    for named in try invocation[TrustArguments.channelKeys] {
      let threshold = try invocation[TrustArguments.channelThreshold].map(Int64.init)
      assignment.channels[named.channel] = RoleKeys(
        try named.names.map { try folder.key($0).publicKey },
        threshold: threshold ?? assignment.channels[named.channel]?.threshold ?? 1)
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
      "'\(name)' would need \(keys.threshold) signatures and has \(Set(keys.keys).count) keys: nobody could sign it"
    )
  }

  private static func renewed(
    _ current: KeyAssignment, _ invocation: Invocation
  ) throws -> Set<ExactText> {
    let known = ["root", "targets"] + current.channels.keys.map(\.name)
    for name in try invocation[renewals] where !known.contains(name) {
      throw CommandError(
        .usage, "unknown_role", "there is no role '\(name)' that people sign",
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
