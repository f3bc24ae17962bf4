import Cryptography
import ReleaseModel
import ReleaseTrust

/// `relctl trust init CEREMONY --root-key NAME… --targets-key NAME… --channel CHANNEL=NAME…`
enum TrustInit {
  private static let rootKeys = Argument.repeatedOption(
    "--root-key", "NAME", "a key that may sign a root; kept offline", parse: KeyName.init(parsing:))
  private static let targetsKeys = Argument.repeatedOption(
    "--targets-key", "NAME", "a key that may sign which channels there are", parse: KeyName.init(parsing:))
  private static let onlineKey = Argument.option(
    "--online-key", "FILE", "the registry's public key, as PEM; without it the registry is asked",
    suggesting: .file, parse: Parse.path)
  private static let leavesUnsigned = Argument.flag(
    "--no-sign", "sign nothing yet, although the private keys are here")

  static let command = Command(
    "init", "Begin the first root ceremony: say which keys are trusted with what",
    discussion: """
      Keys are named as in the key folder; of other people's keys the public part is enough ('relctl key import'). What the \
      private keys in the folder may sign is signed at once. \(KeyArguments.passphraseHelp)
      """,
    arguments: [
      TrustArguments.ceremony, rootKeys, TrustArguments.rootThreshold, targetsKeys,
      TrustArguments.targetsThreshold, TrustArguments.channelKeys, TrustArguments.channelThreshold, onlineKey,
      leavesUnsigned,
    ] + LifetimeArguments.all + KeyArguments.secret + ServerArguments.all,
    examples: [
      .init(
        "One key for everything, to try it",
        "relctl trust init ceremony.json --root-key dev --targets-key dev --channel production=dev"),
      .init(
        "Two of three root keys, two release engineers",
        "relctl trust init ceremony.json --root-key root-1 --root-key root-2 --root-key root-3 "
          + "--root-threshold 2 --targets-key targets --channel production=alice,bob"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    try FileWriter.requireAbsence(of: path)
    let folder = try KeyFolder(invocation)
    let assignment = try assignment(folder, invocation)
    var ceremony = try Ceremony(
      first: assignment, lifetimes: LifetimeArguments.lifetimes(invocation), now: Clock.now)
    if try !invocation[leavesUnsigned] { try CeremonySigning.signWithOwnKeys(&ceremony, folder, invocation) }
    try CeremonyFile.write(ceremony, to: path, isNew: true)
    let report = CeremonyReport(ceremony: ceremony, path: path, names: try KeyNames(folder))
    try invocation.console.show(
      try report.report(saying: ["The ceremony is in '\(path)'. Nothing is published yet."]))
    return .ok
  }

  private static func assignment(_ folder: KeyFolder, _ invocation: Invocation) throws -> KeyAssignment {
    func keys(
      _ names: [KeyName], _ threshold: Argument<Int?>, _ what: String
    ) throws -> RoleKeys {
      guard !names.isEmpty else {
        throw CommandError(
          .usage, "missing_argument", "no key is named for \(what)",
          hint: "'relctl key generate NAME' makes one, 'relctl key list' shows those that are there")
      }
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
      channels: channels, online: try online(invocation))
  }

  private static func online(_ invocation: Invocation) throws -> PublicKey {
    if let path = try invocation[onlineKey] {
      let content = try FileReader.read(path, maximumBytes: 65_536)
      do throws(CryptographyError) {
        return try PublicKey(spkiPEM: String(decoding: content.bytes, as: UTF8.self))
      } catch {
        throw CommandError(error, about: path)
      }
    }
    return try RegistryTrustStatus(of: try RegistryClient(invocation, needsToken: true)).onlineKey
  }
}
