import ReleaseModel

/// Whether the wrapper itself should be updated in the store.
public struct NativeUpdateAdvice: Sendable, Hashable, Codable {
  /// The advice; `required` is about priority and never locks the app.
  public let severity: Severity
  /// The newest version in the store.
  public let latestVersion: String?
  /// The lowest version that may go on without the update.
  public let minimumVersion: String?
  /// Where to get it.
  public let storeUrl: String?
  /// What to tell the user.
  public let message: String?

  /// How urgent an update is.
  public enum Severity: String, Sendable, Codable, CaseIterable {
    case none, recommended, required
  }

  init(_ answer: NativeUpdateAnswer) {
    severity =
      switch answer.severity {
      case .none: .none
      case .recommended: .recommended
      case .required: .required
      }
    latestVersion = answer.latestVersion?.description
    minimumVersion = answer.minimumVersion?.description
    storeUrl = answer.storeUrl
    message = answer.message
  }
}
