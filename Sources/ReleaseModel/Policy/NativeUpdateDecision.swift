/// What a wrapper is told about its own version.
package enum NativeUpdateStatus: String, Sendable, Hashable, Codable, CaseIterable {
  case current
  case updateAvailable
  case updateRequired

  /// How much the update matters.
  package var severity: UpdateSeverity {
    switch self {
    case .current: .none
    case .updateAvailable: .recommended
    case .updateRequired: .required
    }
  }
}

/// How much a native update matters: advice and priority, not a lock.
package enum UpdateSeverity: String, Sendable, Hashable, Codable, CaseIterable {
  case none
  case recommended
  case required
}

/// Why a wrapper is told what it is told.
package enum NativeUpdateReason: String, Sendable, Hashable, Codable, CaseIterable {
  case belowMinimumVersion = "below_minimum_version"
  case belowLatestVersion = "below_latest_version"
  case notBelowLatestVersion = "not_below_latest_version"
  case noActivePolicy = "no_active_policy"
}

extension NativePolicy {
  /// Below the minimum an update is required, below the latest it is available, else the wrapper is current.
  package func status(for wrapperVersion: SemanticVersion) -> NativeUpdateStatus {
    if wrapperVersion < minimumVersion { return .updateRequired }
    return wrapperVersion < latestVersion ? .updateAvailable : .current
  }
}

extension Sequence<NativePolicy> {
  /// The policy that decides for a channel and platform: the newest active one of exactly these, by creation and then
  /// by id.
  package func deciding(channel: Channel, platform: Platform) -> NativePolicy? {
    filter { $0.active && $0.channel == channel && $0.platform == platform }
      .max { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }
}

/// What a wrapper is told: the `data` of `GET /native-app/updates/check`.
package struct NativeUpdateAnswer: Sendable, Hashable, Codable {
  package let status: NativeUpdateStatus
  package let severity: UpdateSeverity
  package let wrapperVersion: SemanticVersion
  package let channel: Channel
  package let platform: Platform
  package let latestVersion: SemanticVersion?
  package let minimumVersion: SemanticVersion?
  package let storeUrl: String?
  package let appStoreId: String?
  package let packageName: String?
  package let message: String?
  /// The policy that decided; nil, and written as null, when none is active.
  package let policyId: String?

  /// Decides for a wrapper; without a policy it is current.
  package init(
    wrapperVersion: SemanticVersion, channel: Channel, platform: Platform, policy: NativePolicy?
  ) {
    status = policy?.status(for: wrapperVersion) ?? .current
    severity = status.severity
    self.wrapperVersion = wrapperVersion
    self.channel = channel
    self.platform = platform
    latestVersion = policy?.latestVersion
    minimumVersion = policy?.minimumVersion
    storeUrl = policy?.storeUrl
    appStoreId = policy?.appStoreId
    packageName = policy?.packageName
    message = policy?.message
    policyId = policy?.id
  }

  /// Why; written as a member of its own, and not read, since the others say it.
  package var reason: NativeUpdateReason {
    switch status {
    case .updateRequired: .belowMinimumVersion
    case .updateAvailable: .belowLatestVersion
    case .current: policyId == nil ? .noActivePolicy : .notBelowLatestVersion
    }
  }

  private enum WrittenKeys: String, CodingKey { case reason }

  private enum CodingKeys: String, CodingKey {
    case status, severity, wrapperVersion, channel, platform, latestVersion, minimumVersion, storeUrl,
      appStoreId
    case packageName, message, policyId
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status, forKey: .status)
    try container.encode(severity, forKey: .severity)
    try container.encode(wrapperVersion, forKey: .wrapperVersion)
    try container.encode(channel, forKey: .channel)
    try container.encode(platform, forKey: .platform)
    try container.encodeIfPresent(latestVersion, forKey: .latestVersion)
    try container.encodeIfPresent(minimumVersion, forKey: .minimumVersion)
    try container.encodeIfPresent(storeUrl, forKey: .storeUrl)
    try container.encodeIfPresent(appStoreId, forKey: .appStoreId)
    try container.encodeIfPresent(packageName, forKey: .packageName)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(policyId, forKey: .policyId)
    var written = encoder.container(keyedBy: WrittenKeys.self)
    try written.encode(reason, forKey: .reason)
  }
}
