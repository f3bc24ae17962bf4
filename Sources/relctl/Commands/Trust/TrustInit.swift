import Cryptography
import ReleaseModel
import ReleaseTrust

/// `relctl trust init CEREMONY --root-key NAME… --targets-key NAME… --channel CHANNEL=NAME…`
enum TrustInit {
  private static let rootKeys = Argument.repeatedOption(
    "--root-key", "NAME", "a key that may sign a root, by its name in 'relctl key list'; kept offline",
    parse: KeyName.init(parsing:)
  ).required()
  private static let targetsKeys = Argument.repeatedOption(
    "--targets-key", "NAME", "a key that may sign which channels there are, by its name in 'relctl key list'",
    parse: KeyName.init(parsing:)
  ).required()
  private static let onlineKey = Argument.option(
    "--online-key", "FILE", "the registry's public key, as PEM; without it the registry is asked",
    suggesting: .file, parse: Parse.path)
  private static let leavesUnsigned = Argument.flag(
    "--no-sign", "sign nothing yet, although the private keys are here")

  static let command = Command(
    "init", "Begin the first root ceremony: say which keys are trusted with what",
    discussion: """
      Keys are named as in the key folder; of other people's keys the public part is enough ('relctl key import'). What the \
      private keys in the folder may sign is signed at once. Releases that are published already are taken in, so that their \
      channel's keys sign them too. \(KeyArguments.passphraseHelp)
      """,
    arguments: [
      TrustArguments.ceremony, rootKeys, TrustArguments.rootThreshold, targetsKeys,
      TrustArguments.targetsThreshold, TrustArguments.channelKeys.required(), TrustArguments.channelThreshold,
      onlineKey,
      leavesUnsigned,
    ] + LifetimeArguments.all + KeyArguments.secret + ServerArguments.all,
    examples: [
      .init(
        "One key for everything, to try it",
        "relctl trust init ceremony.json --root-key dev --targets-key dev --channel production=dev"),
      .init(
        "Two of three root keys, two release engineers",
        "relctl trust init ceremony.json --root-key root-1 --root-key root-2 --root-key root-3 "
          + "--root-threshold 2 --targets-key targets --channel production=release-1,release-2"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    try FileWriter.requireAbsence(of: path)
    let folder = try KeyFolder(invocation)
    let registry = try registry(invocation)
    let assignment = try assignment(folder, registry.onlineKey, invocation)
    let releases = try registry.client.map {
      try UnsignedReleases(of: $0, on: assignment.channels.keys)
    }
    try releases?.warnAboutOthers(invocation.console)
    var ceremony = try Ceremony(
      first: assignment, taking: releases?.releases ?? [:],
      lifetimes: LifetimeArguments.lifetimes(invocation),
      now: Clock.now)
    if try !invocation[leavesUnsigned] { try CeremonySigning.signWithOwnKeys(&ceremony, folder, invocation) }
    try CeremonyFile.write(ceremony, to: path, isNew: true)
    let report = CeremonyReport(ceremony: ceremony, path: path, names: try KeyNames(folder))
    let taken = try CeremonyReleases(ceremony).sentences
    try invocation.console.show(
      try report.report(saying: ["The ceremony is in '\(path)'. Nothing is published yet."] + taken))
    return .ok
  }

  /// The registry's own key, and the registry itself; nil when the key is given in a file, since nobody is asked then.
  ///
  /// Throws `trust_root_exists`.
  private static func registry(
    _ invocation: Invocation
  ) throws -> (onlineKey: PublicKey, client: RegistryClient?) {
    if let path = try invocation[onlineKey] {
      invocation.console.warn(
        "the registry is not asked: what it has published already is not taken in, and would keep it from taking this; "
          + "leave out --online-key where it can be reached",
        code: "registry_not_asked")
      return (try key(in: path), nil)
    }
    let client = try RegistryClient(invocation, needsToken: true)
    let status = try RegistryTrustStatus(of: client)
    guard !status.isSigned else {
      throw CommandError(
        .failed, "trust_root_exists",
        "\(client.address) has a root already, and a first one would not be taken; nothing was written",
        hint: "'relctl trust status' shows it; 'relctl trust rotate' changes keys, channels and thresholds")
    }
    return (try status.onlineKey, client)
  }

  private static func assignment(
    _ folder: KeyFolder, _ online: PublicKey, _ invocation: Invocation
  ) throws -> KeyAssignment {
    func keys(
      _ names: [KeyName], _ threshold: Argument<Int?>, _ what: String
    ) throws -> RoleKeys {
      let keys = try names.map { try folder.key($0).publicKey }
      let count = try invocation[threshold] ?? 1
      guard Set(keys).count == keys.count else {
        throw CommandError(
          .usage, "repeated_key", "a key is named twice for \(what); it would count once",
          hint: "'relctl key list' shows which names are one key: they have one keyid")
      }
      guard count <= keys.count else {
        throw CommandError(
          .usage, "threshold_out_of_reach",
          "\(threshold.declaration.name) is \(count), but \(what) has \(Sentence.count(keys.count, "key")): "
            + "nobody could sign it",
          hint: "name more keys, or a lower number")
      }
      return RoleKeys(keys, threshold: Int64(count))
    }
    var channels: [Channel: RoleKeys] = [:]
    for named in try invocation[TrustArguments.channelKeys] {
      let assigned = try keys(
        named.names, TrustArguments.channelThreshold, "the channel '\(named.channel)'")
      guard channels.updateValue(assigned, forKey: named.channel) == nil else {
        throw CommandError(
          .usage, "repeated_channel", "the channel '\(named.channel)' is named twice",
          hint: "write all its keys at once: --channel \(named.channel)=NAME,NAME")
      }
    }
    return KeyAssignment(
      root: try keys(try invocation[rootKeys], TrustArguments.rootThreshold, "root"),
      targets: try keys(try invocation[targetsKeys], TrustArguments.targetsThreshold, "targets"),
      channels: channels, online: online)
  }

  private static func key(in path: String) throws -> PublicKey {
    let content = try FileReader.read(path, maximumBytes: 65_536)
    do throws(CryptographyError) {
      return try PublicKey(spkiPEM: String(decoding: content.bytes, as: UTF8.self))
    } catch {
      throw CommandError(error, about: path)
    }
  }
}
