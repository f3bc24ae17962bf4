import ReleaseModel
import ReleaseTrust

/// Brings the trusted metadata of a device up to date, and reads what it says of one channel.
struct TrustRefresh {
  /// The root that the app was delivered with; nil to go on from the one that is kept.
  let pinnedRoot: [UInt8]?
  /// The folder of what is kept.
  let folder: String
  let fetcher: any MetadataFetcher
  let channel: Channel

  /// Asks the repository. What was verified before a failure is kept.
  ///
  /// - Parameter now: the moment that expiry is judged at; it decides nothing else.
  func run(at now: Timestamp) throws(TrustError) -> SignedChannel { try verify(at: now).channel }

  /// The same, with all metadata that was verified for it.
  func verify(at now: Timestamp) throws(TrustError) -> (channel: SignedChannel, metadata: TrustedMetadata) {
    try verify(fetcher, at: now)
  }

  private func verify(
    _ fetcher: some MetadataFetcher, at now: Timestamp
  ) throws(TrustError) -> (channel: SignedChannel, metadata: TrustedMetadata) {
    var updater = try Updater(
      store: try TrustStore(folder: folder), fetcher: fetcher, pinnedRoot: pinnedRoot, referenceTime: now,
      rootQuestion: .withTimestamp)
    try updater.refresh()
    let states = try ReleaseStates(try updater.delegatedTargets(of: ReleaseRole.status))
    let releases = try updater.delegatedTargets(of: ReleaseRole.name(of: channel))
    return (SignedChannel(channel, releases: releases, states: states), updater.trusted)
  }
}
