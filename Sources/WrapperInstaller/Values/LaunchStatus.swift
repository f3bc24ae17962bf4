import ReleaseModel

/// The launch that began last.
public struct LaunchStatus: Sendable, Hashable, Codable {
  /// The version that was started; nil for the built-in release.
  public let version: String?
  /// When it began, by this device's clock: `YYYY-MM-DDTHH:MM:SSZ`.
  public let startedAt: String
  /// How long the app was in the foreground, as far as it was reported.
  public let foregroundMilliseconds: Int
  /// What was heard of it last: `started`, `foreground`, `background`, `ended_by_user`, `crashed` or `taken_back`; nil when
  /// an older version of this library noted it.
  public let phase: String?

  private enum CodingKeys: String, CodingKey {
    case version, startedAt, foregroundMilliseconds, phase
  }

  init(_ record: LaunchRecord) {
    version = record.release?.version.description
    startedAt = record.startedAt.description
    foregroundMilliseconds = record.progress?.foregroundMilliseconds ?? 0
    phase = record.progress?.phase.rawValue
  }

  /// Writes every member; what is not there is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(startedAt, forKey: .startedAt)
    try container.encode(foregroundMilliseconds, forKey: .foregroundMilliseconds)
    try container.encode(phase, forKey: .phase)
  }
}
