import FoundationEssentials

/// Something to be done on the server, once.
///
/// It has its id from the beginning, before anything is tried: however often it is sent, the server does it once.
public struct OutboxMutation: Sendable, Hashable {
  /// A UUID in lower case, to be sent along.
  public let clientMutationId: String
  /// What it must be kept in order with: mutations of one scope key are sent one after the other, as `timesheet/42`.
  public let scopeKey: String
  /// What is to be done, for whoever sends it and for people.
  public let kind: String
  /// What to send.
  public let body: [UInt8]
  /// The timers of the app that only make sense if this is done; discarding it announces them.
  public let timerIds: [String]

  /// Makes a mutation with a fresh id.
  public init(scopeKey: String, kind: String, body: [UInt8], timerIds: [String] = []) {
    self.init(
      id: UUID().uuidString.lowercased(), scopeKey: scopeKey, kind: kind, body: body, timerIds: timerIds)
  }

  /// Makes a mutation again whose id was given before; fails with `invalid_configuration` when that is no UUID.
  public init(
    clientMutationId: String, scopeKey: String, kind: String, body: [UInt8], timerIds: [String] = []
  ) throws(InstallerError) {
    guard let id = UUID(uuidString: clientMutationId) else {
      throw InstallerError(
        .invalidConfiguration, during: .outbox,
        "the mutation id '\(clientMutationId.prefix(60))' is not a UUID; leave it out to get one")
    }
    self.init(
      id: id.uuidString.lowercased(), scopeKey: scopeKey, kind: kind, body: body, timerIds: timerIds)
  }

  init(id: String, scopeKey: String, kind: String, body: [UInt8], timerIds: [String]) {
    clientMutationId = id
    self.scopeKey = scopeKey
    self.kind = kind
    self.body = body
    self.timerIds = timerIds
  }
}
