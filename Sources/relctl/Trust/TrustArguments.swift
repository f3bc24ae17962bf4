import ReleaseModel
import ReleaseTrust

/// What the commands about trust have in common.
enum TrustArguments {
  static let ceremony = Argument.positional(
    "CEREMONY", "the ceremony's file, which is passed from signer to signer", suggesting: .file,
    parse: Parse.path)
  static let trustRoot = Argument.option(
    "--trust-root", "FILE", "the root.json that this machine trusts, and that shipped wrappers pin",
    environment: TrustRootFile.variable, suggesting: .file, parse: TrustRootFile.path)
  static let rootOut = Argument.option(
    "--root-out", "FILE", "write the published root here, for wrappers to ship", suggesting: .file,
    parse: Parse.path)
  static let signWith = Argument.repeatedOption(
    "--key", "KEY", "a key to sign with: its name in the key folder, or a pkcs11: URI",
    parse: KeySource.init(parsing:))
  static let channelKeys = Argument.repeatedOption(
    "--channel", "CHANNEL=NAME[,NAME]", "a channel, and the keys that may sign its releases",
    parse: ChannelKeys.init(parsing:))
  static let rootThreshold = threshold("--root-threshold", "how many root keys have to sign a root")
  static let targetsThreshold = threshold(
    "--targets-threshold", "how many targets keys have to sign which channels there are")
  static let channelThreshold = threshold(
    "--channel-threshold", "how many of a channel's keys have to sign a release")

  /// The bytes of the root that this machine trusts; throws `missing_trust_root` when none is named.
  static func pinnedRoot(_ invocation: Invocation) throws -> [UInt8] {
    guard let path = try invocation[trustRoot] else {
      throw CommandError(
        .usage, "missing_trust_root", "this command needs the root that this machine trusts",
        hint:
          "give --trust-root FILE, or set RELCTL_TRUST_ROOT; 'relctl trust publish --root-out FILE' wrote it, and "
          + "'relctl trust status --root-out FILE' writes it again")
    }
    return try TrustRootFile.read(path, from: invocation.source(of: trustRoot))
  }

  /// A refusal of what was verified from the root that this machine trusts: that may be another registry's, or it has
  /// expired what people sign.
  static func refusal(_ error: TrustError, _ invocation: Invocation) throws -> CommandError {
    var refusal = CommandError(error)
    if TrustErrorCode.expiries.contains(error.code) {
      refusal.hint = "'relctl trust status' shows what has expired, and the command that renews it"
    }
    guard let path = try invocation[trustRoot] else { return refusal }
    let question =
      "is '\(path)', from \(invocation.source(of: trustRoot)), the root.json of this registry? If it is, "
    switch error.code {
    case .thresholdNotMet:
      refusal.hint = question + "somebody changed what the registry shows: believe nothing of it"
    case .otherTrustRoot:
      refusal.hint = question + "because the registry began anew after its root was lost, remove that folder"
    default: break
    }
    return refusal
  }

  private static func threshold(_ name: String, _ help: String) -> Argument<Int?> {
    Argument<Int?>.option(name, "N", help, parse: Parse.integer(in: 1...100))
  }
}

/// A channel with the names of its keys, as it is written in an argument: `production=release-1,release-2`.
struct ChannelKeys: Sendable {
  let channel: Channel
  let names: [KeyName]

  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw InvalidValue(
        "'\(text.prefix(100))' names no key; write CHANNEL=NAME, such as production=release-1")
    }
    channel = try Channel(parsing: String(parts[0]))
    names = try parts[1].split(separator: ",", omittingEmptySubsequences: false).map {
      try KeyName(parsing: String($0))
    }
  }
}
