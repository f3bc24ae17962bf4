import ReleaseModel

/// What the server offers this device, for showing. Nothing is installed of it: an installation asks again.
public struct ReleaseOffer: Sendable, Hashable, Codable {
  /// What the server said.
  public let outcome: Outcome
  /// The version that is offered.
  public let version: String?
  /// How many bytes its archive has.
  public let sizeBytes: UInt64?
  /// Why nothing is offered, or what kept the server from answering; for a program.
  public let reason: String?
  /// Where the offer comes from; nil when there is none.
  public let standing: Standing?
  /// How many seconds ago the server said so; nil when there is no offer.
  public let ageSeconds: Int64?

  /// What the server said.
  public enum Outcome: String, Sendable, Codable, CaseIterable {
    /// There is a release for this wrapper. It may be the one that runs, or one that this device would refuse.
    case offered
    /// There is none for this wrapper.
    case nothingOffered = "nothing_offered"
    /// The server cannot answer, and nothing that it said lately is here.
    case unavailable
  }

  /// Where an offer comes from.
  public enum Standing: String, Sendable, Codable, CaseIterable {
    /// The server said so now.
    case server
    /// It was here, and the server says now that it is still right.
    case confirmed
    /// The server said so within the last five minutes.
    case fresh
    /// The server cannot answer, and said so within the last day.
    case stale
  }

  init(_ answer: CheckAnswer, _ kept: ReadAnswer?) {
    switch answer {
    case .release(let release):
      outcome = .offered
      version = release.releaseVersion.description
      sizeBytes = release.sizeBytes
      reason = nil
    case .nothing(let why):
      outcome = .nothingOffered
      version = nil
      sizeBytes = nil
      reason = why
    case .unreachable(let why, _):
      outcome = .unavailable
      version = nil
      sizeBytes = nil
      reason = why
    }
    standing = (kept?.source).map(Standing.init)
    ageSeconds = kept?.ageSeconds
  }
}

extension ReleaseOffer.Standing {
  fileprivate init(_ source: ReadAnswer.Source) {
    self =
      switch source {
      case .server: .server
      case .confirmed: .confirmed
      case .fresh: .fresh
      case .stale: .stale
      }
  }
}
