import ReleaseModel

/// What is on a device, read again and verified.
public struct InstallationStatus: Sendable, Hashable, Codable {
  /// The release that starts next; nil for the built-in one, or for none.
  public let current: InstalledRelease?
  /// The release to go back to.
  public let previous: InstalledRelease?
  /// The release that last confirmed that it works.
  public let lastGood: InstalledRelease?
  /// The release that is built into the app.
  public let builtIn: BuiltInRelease?
  /// Contents that failed here and are not tried again.
  public let blocked: [BlockedRelease]
  /// Whether what starts next is complete: every file of the current release has the bytes that were installed, or there is
  /// none and the built-in release is there.
  public let complete: Bool
  /// Whether what starts next is complete and has shown that it works: the page of the current release confirmed it, or the
  /// built-in release starts, which needs no word.
  public let healthy: Bool
  /// Whom this device believes.
  public let trust: TrustStatus
  /// What this device did not take last, also when later checks ended well; nil when there was nothing.
  public let lastRefusal: Refusal?
  /// The launch that began last; nil before the first one that could be written down.
  public let launch: LaunchStatus?
  /// How the web update stands, for the page to show.
  public let update: UpdateState
  /// What is wrong, or would be put right at the next start.
  public let notices: [Notice]

  private enum CodingKeys: String, CodingKey {
    case current, previous, lastGood, builtIn, blocked, complete, healthy, trust, lastRefusal, launch, update,
      notices
  }

  /// Writes every member; what is not there is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(current, forKey: .current)
    try container.encode(previous, forKey: .previous)
    try container.encode(lastGood, forKey: .lastGood)
    try container.encode(builtIn, forKey: .builtIn)
    try container.encode(blocked, forKey: .blocked)
    try container.encode(complete, forKey: .complete)
    try container.encode(healthy, forKey: .healthy)
    try container.encode(trust, forKey: .trust)
    try container.encode(lastRefusal, forKey: .lastRefusal)
    try container.encode(launch, forKey: .launch)
    try container.encode(update, forKey: .update)
    try container.encode(notices, forKey: .notices)
  }
}

/// A content that failed on this device.
public struct BlockedRelease: Sendable, Hashable, Codable {
  /// The digest of the archive.
  public let artifactSha256: String
  /// The version that it came as; nil when only its mark was left.
  public let version: String?
  /// Where it failed last.
  public let stage: InstallStage
  /// Why it failed last.
  public let code: String
  /// How often it failed.
  public let count: Int

  init(_ entry: BlockedList.Entry) {
    artifactSha256 = entry.artifactSha256.description
    version = entry.version?.description
    stage = entry.stage
    code = entry.code
    count = entry.count
  }

  private enum CodingKeys: String, CodingKey {
    case artifactSha256, version, stage, code, count
  }

  /// Writes every member; what is not there is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(artifactSha256, forKey: .artifactSha256)
    try container.encode(version, forKey: .version)
    try container.encode(stage, forKey: .stage)
    try container.encode(code, forKey: .code)
    try container.encode(count, forKey: .count)
  }
}
