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
  /// Throws `channel_not_delegated` or `key_not_trusted`.
  init(of channel: Channel, _ trust: VerifiedTrust, _ invocation: Invocation) throws {
    self.channel = channel
    guard let authority = trust.offline.authority(for: ReleaseRole.name(of: channel)) else {
      throw CommandError(
        .failed, "channel_not_delegated", "nobody is trusted to sign releases for the channel '\(channel)'",
        hint: "add it: relctl trust rotate channel.json --channel \(channel)=NAME")
    }
    self.authority = authority
    let named = try invocation[TrustArguments.signWith]
    signers =
      try named.isEmpty
      ? Self.own(authority, invocation)
      : named.map { try Self.signer($0, of: channel, authority, invocation) }
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
        "releases for '\(channel)' have to be signed, and no private key that may is in the key folder",
        hint: "name the folder (--keys DIR) or a key (--key NAME); the channel trusts \(others)")
    }
    throw CommandError(
      .failed, "threshold_not_met",
      "a release for '\(channel)' needs \(Sentence.count(authority.threshold, "signature")), and here is only "
        + "\(names.text(present)); \(missing) more of \(others) would have to sign",
      hint: "let the others sign it where their keys are: add --signing-out FILE")
  }

  private static func signer(
    _ source: KeySource, of channel: Channel, _ authority: RoleAuthority, _ invocation: Invocation
  ) throws -> any Signer {
    let signer = try source.signer(invocation)
    guard authority.publicKeys.contains(signer.publicKey) else {
      throw CommandError(
        .failed, "key_not_trusted",
        "the shipped root does not trust the key '\(source)' with releases for '\(channel)'; nothing was signed",
        hint: "it trusts \(try KeyNames.known(to: invocation).text(authority.publicKeys))")
    }
    return signer
  }

  private static func own(_ authority: RoleAuthority, _ invocation: Invocation) throws -> [any Signer] {
    let own = try KeyNames.known(to: invocation).ownKeys.filter {
      authority.publicKeys.contains($0.publicKey)
    }
    return try own.prefix(Int(clamping: authority.threshold)).map {
      try KeySource.name($0.name).signer(invocation)
    }
  }
}
