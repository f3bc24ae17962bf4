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
}
