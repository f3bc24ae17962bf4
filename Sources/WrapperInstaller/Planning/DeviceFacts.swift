import ReleaseBundle
import ReleaseModel

/// What a device knows before it judges an offer.
struct DeviceFacts {
  let channel: Channel
  let wrapperVersion: SemanticVersion
  let pointer: CurrentPointer
  let blocked: BlockedList
  /// The version of the built-in release, if there is one that has a version.
  let builtInVersion: SemanticVersion?
  /// Whether there is a built-in release.
  let hasBuiltIn: Bool
  let limits: BundleLimits
  var downgrades = DowngradePolicy.followSelection
}
