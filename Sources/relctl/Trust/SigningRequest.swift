import ReleaseModel
import ReleaseTrust

/// A release that people on several machines have to sign: written to a file that is passed from one to the next.
struct SigningRequest {
  private let path: String
  private let channel: Channel
  private let sequence: Int64
  private let own: ChannelSigners
  private let lifetimes: MetadataLifetimes
  private let invocation: Invocation
  /// What was verified; the signatures are over what follows from it.
  let trust: VerifiedTrust

  /// Signing in turns takes a while. So many publishes on other channels may come in between without making it stale;
  /// the numbers only have to rise.
  private static let reservedSequences: Int64 = 1_000

  /// Verifies what it is made from, and opens the keys that sign it here, if there are any.
  ///
  /// Throws `file_exists` and `registry_without_root`, and what `ChannelSigners` throws.
  init(
    to path: String, for channel: Channel, of client: RegistryClient, _ invocation: Invocation
  ) throws {
    try FileWriter.requireAbsence(of: path)
    let status = try RegistryTrustStatus(of: client)
    guard status.isSigned else {
      throw CommandError(
        .failed, "registry_without_root", "this registry has no root, so there is nothing to sign",
        hint: "begin with 'relctl trust init', or leave out --signing-out")
    }
    self.path = path
    self.channel = channel
    self.invocation = invocation
    sequence = try status.nextSequence + Self.reservedSequences
    lifetimes = try LifetimeArguments.lifetimes(invocation)
    trust = try VerifiedTrust(of: client, invocation)
    own = try ChannelSigners(of: channel, trust, invocation)
  }

  /// What has to be signed again soon besides.
  var warnings: PublishWarnings { PublishWarnings(ends: trust.offline.expiries, besides: channel) }

  /// Signs with the keys that are here, writes the file, and reports who has to sign it still.
  ///
  /// - Parameter release: the release under the sequence number that it is signed with.
  func write(_ release: (_ sequence: Int64) throws -> SignedRelease, saying sentence: String) throws -> Report
  {
    var ceremony = try Ceremony(
      publishing: try release(sequence), after: trust.offline,
      expires: Clock.now.advanced(bySeconds: lifetimes.channelSeconds))
    for signer in own.signers { _ = try ceremony.sign(with: signer) }
    try CeremonyFile.write(ceremony, to: path, isNew: true)
    let report = CeremonyReport(
      ceremony: ceremony, path: path, names: try KeyNames.known(to: invocation))
    return try report.report(
      saying: [sentence, "What has to be signed is in '\(path)'."], warnings: warnings.json)
  }
}
