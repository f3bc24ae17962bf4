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
  /// Whether the server could not be asked, and this is what it said within the last day. Such advice is `recommended` at most:
  /// an error is never `required`.
  public let isStale: Bool

  /// How urgent an update is.
  public enum Severity: String, Sendable, Codable, CaseIterable {
    case none, recommended, required
  }

  /// Reads what was written, also before advice could be stale.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    severity = try container.decode(Severity.self, forKey: .severity)
    latestVersion = try container.decodeIfPresent(String.self, forKey: .latestVersion)
    minimumVersion = try container.decodeIfPresent(String.self, forKey: .minimumVersion)
    storeUrl = try container.decodeIfPresent(String.self, forKey: .storeUrl)
    message = try container.decodeIfPresent(String.self, forKey: .message)
    isStale = try container.decodeIfPresent(Bool.self, forKey: .isStale) ?? false
  }

  init(_ answer: NativeUpdateAnswer, isStale: Bool = false) {
    severity =
      switch answer.severity {
      case .none: .none
      case .recommended: .recommended
      case .required: isStale ? .recommended : .required
      }
    latestVersion = answer.latestVersion?.description
    minimumVersion = answer.minimumVersion?.description
    storeUrl = answer.storeUrl
    message = answer.message
    self.isStale = isStale
  }
}
