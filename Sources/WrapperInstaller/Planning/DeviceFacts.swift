import ReleaseBundle
import ReleaseModel

/// What a device knows before it judges an offer.
struct DeviceFacts {
  let channel: Channel
  let wrapperVersion: SemanticVersion
  var pointer: CurrentPointer
  var blocked: BlockedList
  /// The version of the built-in release, if there is one that has a version.
  let builtInVersion: SemanticVersion?
  /// Whether there is a built-in release.
  let hasBuiltIn: Bool
  let limits: BundleLimits
  /// Whether a root is pinned: then nothing is taken that signed metadata does not vouch for.
  var requiresSignatures = false
  var downgrades = DowngradePolicy.followSelection
  /// The releases that were here before the metadata was read that a later state is judged by; nil for those of the pointer.
  var seen: [ReleaseRecord]?

  /// Whether a release is not signed any more as it is here: with keys that were replaced since, or in a state that the
  /// registry lost. What another process installed meanwhile may be of newer metadata, and is not.
  func isDisowned(_ record: ReleaseRecord, by signed: SignedChannel?) -> Bool {
    guard let signed, record.channel == signed.channel, !signed.vouches(for: record) else { return false }
    return (seen ?? pointer.candidates).contains(where: record.isSameRelease)
  }
}
