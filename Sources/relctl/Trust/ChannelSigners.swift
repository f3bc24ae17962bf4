import Cryptography
import ReleaseModel
import ReleaseTrust

/// The keys on this machine that root trusts with the releases of a channel.
struct ChannelSigners {
  let channel: Channel
  let authority: RoleAuthority
  /// Opened, so that they can sign.
  let signers: [any Signer]

  /// Opens the keys that `--key` names; without it, as many keys of the key folder as have to sign.
  ///
  /// - Parameter ahead: keys that are being opened already.
  /// - Throws: `channel_not_delegated` or `key_not_trusted`.
  init(
    of channel: Channel, _ trust: VerifiedTrust, _ invocation: Invocation, ahead: KeysAhead? = nil
  ) throws {
    self.channel = channel
    guard let authority = trust.offline.authority(for: ReleaseRole.name(of: channel)) else {
      throw try Self.refusal(of: channel, trust)
    }
    self.authority = authority
    let open = { (source: KeySource) in
      try source.name.flatMap { try ahead?.signer($0) } ?? source.signer(invocation)
    }
    let named = try invocation[TrustArguments.signWith]
    signers =
      try named.isEmpty
      ? Self.ownKeys(authority, invocation).map { try open(.name($0)) }
      : named.map { try Self.requireTrust(in: try open($0), $0, of: channel, authority, invocation) }
  }

  /// Whoever mistyped a channel's name is not to make another channel, whose name would be spent for ever.
  private static func refusal(of channel: Channel, _ trust: VerifiedTrust) throws -> CommandError {
    let others = try KeyAssignment(trust.offline).channels.keys.map(\.name).sorted()
    let near = EditDistance.suggestion(for: channel.name.lowercased(), amongOrBeginning: others)
    let known = others.isEmpty ? "" : "; these channels have keys: \(others.joined(separator: ", "))"
    let adding = "relctl trust rotate channel.json --channel \(channel)=NAME"
    return CommandError(
      .failed, "channel_not_delegated",
      "nobody is trusted to sign releases for the channel '\(channel)'\(known)",
      hint: near.map { "did you mean '\($0)'? If you mean a new channel: \(adding)" } ?? "add it: \(adding)")
  }

  /// Throws `signing_key_missing` or `threshold_not_met` unless they are enough to sign a release.
  func requireEnough(_ invocation: Invocation) throws {
    let names = try KeyNames.known(to: invocation)
    let present = Set(signers.map(\.publicKey))
    let missing = authority.threshold - Int64(present.count)
    guard missing > 0 else { return }
    let others = names.text(authority.publicKeys.subtracting(present))
    guard !present.isEmpty else {
      throw CommandError(
        .failed, "signing_key_missing",
        "releases for '\(channel)' have to be signed, and no private key that may is \(try Self.place(invocation))",
        hint: "name the folder (--keys DIR) or a key (--key NAME); the channel trusts \(others)")
    }
    throw CommandError(
      .failed, "threshold_not_met",
      "a release for '\(channel)' needs \(Sentence.count(authority.threshold, "signature")), and here is only "
        + "\(names.text(present)); \(missing) more of \(others) would have to sign",
      hint: "let the others sign it where their keys are: add --signing-out FILE")
  }

  /// Where keys were looked for.
  private static func place(_ invocation: Invocation) throws -> String {
    guard try KeyNames.hasFolder(invocation) else { return "here: no key folder is named" }
    let folder = try KeyFolder(invocation)
    return "in the key folder '\(folder.path)'" + (try folder.isPresent() ? "" : ", which is not there")
  }

  private static func requireTrust(
    in signer: any Signer, _ source: KeySource, of channel: Channel, _ authority: RoleAuthority,
    _ invocation: Invocation
  ) throws -> any Signer {
    guard authority.publicKeys.contains(signer.publicKey) else {
      throw CommandError(
        .failed, "key_not_trusted",
        "the shipped root does not trust the key '\(source)' with releases for '\(channel)'; nothing was signed",
        hint: "it trusts \(try KeyNames.known(to: invocation).text(authority.publicKeys))")
    }
    return signer
  }

  /// The keys of the key folder that sign when none are named: as many as have to.
  static func ownKeys(_ authority: RoleAuthority, _ invocation: Invocation) throws -> [KeyName] {
    let own = try KeyNames.known(to: invocation).ownKeys.filter {
      authority.publicKeys.contains($0.publicKey)
    }
    return own.prefix(Int(clamping: authority.threshold)).map(\.name)
  }
}
