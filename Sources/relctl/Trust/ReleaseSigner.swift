import Cryptography
import ReleaseModel
import ReleaseTrust

/// Signs a release for its publish, with keys that the shipped root trusts for its channel.
struct ReleaseSigner: ReleaseSignatures {
  private let client: RegistryClient
  private let invocation: Invocation
  /// What was verified before the keys were opened; the first signature is made from it.
  let trust: VerifiedTrust
  private let firstSequence: Int64
  private let signers: [any Signer]
  private let lifetimes: MetadataLifetimes

  /// How often a publish is signed again when others publish at the same moment.
  private static let maximumAttempts = 5

  /// Prepares the keys; nil when the registry is in development mode and no key was asked for.
  ///
  /// Throws `signing_key_missing`, `threshold_not_met`, `key_not_trusted`, and `registry_without_root`.
  ///
  /// - Parameter ahead: keys that are being opened already.
  init?(
    for channel: Channel, of client: RegistryClient, _ invocation: Invocation, ahead: KeysAhead?
  ) throws {
    let status = try RegistryTrustStatus(of: client)
    guard status.isSigned else {
      guard try invocation[TrustArguments.signWith].isEmpty else {
        throw CommandError(
          .failed, "registry_without_root",
          "this registry has no root, so no device could verify what --key would sign",
          hint: "begin with 'relctl trust init', or leave out --key")
      }
      return nil
    }
    self.client = client
    self.invocation = invocation
    firstSequence = try status.nextSequence
    lifetimes = try LifetimeArguments.lifetimes(invocation)
    trust = try VerifiedTrust(of: client, invocation)
    let own = try ChannelSigners(of: channel, trust, invocation, ahead: ahead)
    try own.requireEnough(invocation)
    signers = own.signers
  }

  /// Somebody else's publish in between makes the signatures stale; then it is signed anew.
  func sign(_ release: (_ sequence: Int64) throws -> SignedRelease, _ publish: (JSONValue) throws -> Void)
    throws
  {
    var (trust, sequence) = (trust, firstSequence)
    for attempt in 1... {
      do {
        return try publish(JSONValue(try signing(try release(sequence), trust)))
      } catch let error as CommandError
        where ["stale_sequence", "stale_metadata"].contains(error.code) && attempt < Self.maximumAttempts
      {
        trust = try VerifiedTrust(of: client, invocation)
        sequence = try RegistryTrustStatus(of: client).nextSequence
      }
    }
  }

  func ends() -> [EndingRoles.Role] { trust.offline.expiries }

  private func signing(_ release: SignedRelease, _ trust: VerifiedTrust) throws -> ReleaseSigning {
    try trust.offline.signing(
      release, expires: Clock.now.advanced(bySeconds: lifetimes.channelSeconds), by: signers)
  }
}
