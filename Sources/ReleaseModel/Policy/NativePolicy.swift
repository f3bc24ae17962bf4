/// The native-update rule of one channel and platform.
package struct NativePolicy: Sendable, Hashable, Codable {
  package let id: String
  package let channel: Channel
  package let platform: Platform
  /// A wrapper below this must update.
  package let minimumVersion: SemanticVersion
  /// A wrapper below this should update.
  package let latestVersion: SemanticVersion
  /// The App Store's number of the app, digits only; with `ios` only.
  package let appStoreId: String?
  /// The app's package name; with `android` only.
  package let packageName: String?
  /// Where the wrapper sends the user for the update.
  package let storeUrl: String
  /// What the wrapper may show to the user.
  package let message: String?
  package let active: Bool
  /// Counts the changes of this policy, from 1.
  package let revision: Int64
  package let createdAt: Timestamp
  package let updatedAt: Timestamp

  package init(
    id: String, rule: NativePolicyRule, active: Bool, revision: Int64, createdAt: Timestamp,
    updatedAt: Timestamp
  ) {
    self.id = id
    channel = rule.channel
    platform = rule.platform
    minimumVersion = rule.minimumVersion
    latestVersion = rule.latestVersion
    appStoreId = rule.appStoreId
    packageName = rule.packageName
    storeUrl = rule.storeUrl
    message = rule.message
    self.active = active
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
