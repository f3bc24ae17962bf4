import ReleaseModel

/// Whom a device believes.
public struct TrustStatus: Sendable, Hashable, Codable {
  /// Whether signatures are asked for.
  public let mode: Mode
  /// The version of the newest root that is trusted here; nil without a root, and when it cannot be read.
  public let rootVersion: Int64?

  /// The two ways.
  public enum Mode: String, Sendable, Codable, CaseIterable {
    /// A root is pinned: nothing is installed that the channel's keys did not sign.
    case signed
    /// No root was ever pinned: the server is believed.
    case development
  }

  private enum CodingKeys: String, CodingKey {
    case mode, rootVersion
  }

  init(mode: Mode, rootVersion: Int64?) {
    self.mode = mode
    self.rootVersion = rootVersion
  }

  /// Writes every member; what is not there is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mode, forKey: .mode)
    try container.encode(rootVersion, forKey: .rootVersion)
  }
}

/// Something that a device did not take.
public struct Refusal: Sendable, Hashable, Codable {
  /// Why, for a program.
  public let code: String
  /// The same for a person.
  public let message: String
  /// The version that was offered; nil when the refusal is not about one.
  public let offeredVersion: String?
  /// When, by this device's clock: `YYYY-MM-DDTHH:MM:SSZ`.
  public let refusedAt: String

  private enum CodingKeys: String, CodingKey {
    case code, message, offeredVersion, refusedAt
  }

  init(_ record: RefusalRecord) {
    code = record.code
    message = record.message
    offeredVersion = record.offeredVersion?.description
    refusedAt = record.refusedAt.description
  }

  /// Writes every member; what is not there is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encode(offeredVersion, forKey: .offeredVersion)
    try container.encode(refusedAt, forKey: .refusedAt)
  }
}
