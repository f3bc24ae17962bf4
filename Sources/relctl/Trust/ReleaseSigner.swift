import Cryptography
import ReleaseModel
import ReleaseTrust

/// Signs a release for its publish, with keys that the shipped root trusts for its channel.
struct ReleaseSigner {
  private let client: RegistryClient
  private let invocation: Invocation
  private let channel: Channel
  /// What was verified before the keys were opened; the first signature is made from it.
  let trust: VerifiedTrust
  private let signers: [any Signer]
  private let lifetimes = MetadataLifetimes()

  /// How often a publish is signed again when others publish at the same moment.
  private static let maximumAttempts = 5

  /// Prepares the keys; nil when the registry is in development mode and no key was asked for.
  ///
  /// Without `--key`, the keys of the key folder sign that the channel trusts. Throws `signing_key_missing`,
  /// `key_not_trusted`, and `registry_without_root`.
  init?(for channel: Channel, of client: RegistryClient, _ invocation: Invocation) throws {
    let named = try invocation[TrustArguments.signWith]
    guard try RegistryTrustStatus(of: client).isSigned else {
      guard named.isEmpty else {
        throw CommandError(
          .failed, "registry_without_root",
          "this registry has no root, so no device could verify what --key would sign",
          hint: "begin with 'relctl trust init', or leave out --key")
      }
      return nil
    }
    self.client = client
    self.invocation = invocation
    self.channel = channel
    trust = try VerifiedTrust(of: client, invocation)
    let authority = try Self.authority(of: channel, trust)
    signers =
      try named.isEmpty
      ? Self.ownSigners(of: channel, authority, invocation)
      : named.map { try Self.signer($0, of: channel, authority, invocation) }
  }

  /// Calls `publish` with the signatures over a release, which says how the registry answered. Somebody else's publish
  /// in between makes the signatures stale; then it is signed anew.
  func sign(_ release: (_ sequence: Int64) throws -> SignedRelease, _ publish: (JSONValue) throws -> Void)
    throws
  {
    var trust = trust
    for attempt in 1... {
      let sequence = try RegistryTrustStatus(of: client).nextSequence
      do {
        return try publish(try signing(try release(sequence), trust))
      } catch let error as CommandError
        where ["stale_sequence", "stale_metadata"].contains(error.code) && attempt < Self.maximumAttempts
      {
        trust = try VerifiedTrust(of: client, invocation)
      }
    }
  }

  private func signing(_ release: SignedRelease, _ trust: VerifiedTrust) throws -> JSONValue {
    guard let current = trust.offline.channels[ReleaseRole.name(of: channel)] else {
      throw TrustError(.missingMetadata, "the registry has no metadata of the channel '\(channel)'")
    }
    let expires = Clock.now.advanced(bySeconds: lifetimes.channelSeconds)
    var envelope = Envelope(current.content.publishing(release, expires: expires))
    var statements: [JSONValue] = []
    for signer in signers {
      try envelope.sign(with: signer)
      statements.append(
        Self.signature(TUFKey(signer.publicKey).keyid, hexadecimal(try signer.sign(release.statement))))
    }
    return [
      "sequence": .integer(release.sequence),
      "metadata": [
        "version": .integer(current.content.version + 1), "expires": .string(expires.description),
        "signatures": .array(envelope.signatures.map { Self.signature($0.keyid, $0.sig.string) }),
      ],
      "statement": ["signatures": .array(statements)],
    ]
  }

  private static func signature(_ keyid: ExactText, _ sig: String) -> JSONValue {
    ["keyid": .string(keyid.string), "sig": .string(sig)]
  }

  private static func authority(of channel: Channel, _ trust: VerifiedTrust) throws -> RoleAuthority {
    guard let authority = trust.offline.authority(for: ReleaseRole.name(of: channel)) else {
      throw CommandError(
        .failed, "channel_not_delegated", "nobody is trusted to sign releases for the channel '\(channel)'",
        hint: "add it: relctl trust rotate channel.json --channel \(channel)=NAME")
    }
    return authority
  }

  private static func signer(
    _ source: KeySource, of channel: Channel, _ authority: RoleAuthority, _ invocation: Invocation
  ) throws -> any Signer {
    let signer = try source.signer(invocation)
    guard authority.publicKeys.contains(signer.publicKey) else {
      throw CommandError(
        .failed, "key_not_trusted",
        "the shipped root does not trust the key '\(source)' with releases for '\(channel)'; nothing was signed",
        hint: "'relctl trust status' lists the keys that it trusts")
    }
    return signer
  }

  private static func ownSigners(
    of channel: Channel, _ authority: RoleAuthority, _ invocation: Invocation
  ) throws -> [any Signer] {
    let own = try KeyNames(KeyFolder(invocation)).ownKeys.filter {
      authority.publicKeys.contains($0.publicKey)
    }
    guard !own.isEmpty else {
      throw CommandError(
        .failed, "signing_key_missing",
        "releases for '\(channel)' have to be signed, and no private key that may is in the key folder",
        hint:
          "name the folder (--keys DIR) or a key (--key NAME); 'relctl key list' shows those that are here")
    }
    return try own.prefix(Int(authority.threshold)).map { try KeySource.name($0.name).signer(invocation) }
  }
}
