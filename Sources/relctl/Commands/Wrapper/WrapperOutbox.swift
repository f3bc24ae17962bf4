import Glibc
import ReleaseModel
import WrapperInstaller

/// `relctl wrapper outbox --root DIR [--retry ID]... [--discard ID]... [--send]`
enum WrapperOutbox {
  private static let retry = Argument.repeatedOption(
    "--retry", "ID", "have this report tried again as if it were new", parse: Parse.name)
  private static let discard = Argument.repeatedOption(
    "--discard", "ID", "give this report up", parse: Parse.name)
  private static let send = Argument.flag("--send", "send what is due now")

  static let command = Command(
    "outbox", "Show the reports that the registry is still to get, and act on those that need it",
    discussion: """
      Reports wait on the device until the registry has them; it tries again by itself, less and less often. One that the
      registry refuses for good, or that waited for 7 days, is given up. What is discarded is gone; the registry will not
      hear of it.
      """,
    arguments: [WrapperArguments.root, retry, discard, send] + ReportingInstaller.reaching,
    examples: [
      .init("What waits?", "relctl wrapper outbox --root phone"),
      .init(
        "The registry can be reached now: do not wait for the next try",
        "relctl wrapper outbox --root phone --retry 6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c11 --send"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let root = try invocation[WrapperArguments.root]
    guard access(root, F_OK) == 0 || errno != ENOENT else {
      throw CommandError(
        .usage, "invalid_configuration", "there is no folder '\(root)'; name the wrapper's documents folder")
    }
    let isSending = try invocation[send]
    var settings = InstallerSettings()
    if isSending { settings.certificateAuthorityFile = try ReportingInstaller.authorities(invocation) }
    let outbox = try WrapperArguments.installer(invocation, settings: settings).reports
    let (retried, discarded) = (try invocation[retry], try invocation[discard])
    let entries = try waiting {
      for id in discarded { try await outbox.discard(id) }
      for id in retried { try await outbox.retry(id) }
      // Whoever says so believes that the network is there.
      if isSending { await outbox.replay(on: .online) }
      return try await outbox.entries()
    }
    let lines = entries.map(Line.init)
    try invocation.console.show(
      Report(
        json: ["reports": .array(try lines.map { try JSONValue(encoding: $0) })],
        text: .table(
          Table(
            columns: ["ID", "REPORT", "SINCE", "SENT", "STATE", "WHY"], rows: lines.map(\.cells),
            whenEmpty: "Nothing waits to be sent."))))
    return .ok
  }

  /// One report, for programs and for people.
  private struct Line: Encodable {
    let clientMutationId: String
    let report: String?
    let createdAt: String?
    let attempts: Int
    let state: String
    let code: String?
    let message: String?
    let notBefore: String?

    init(_ entry: OutboxEntry) {
      clientMutationId = entry.clientMutationId
      report = entry.mutation?.kind
      createdAt = entry.createdAt.map(Self.time)
      attempts = entry.attempts
      switch entry.state {
      case .pending(let notBefore, let lastFailure):
        state = "pending"
        code = lastFailure
        message = nil
        self.notBefore = notBefore.map(Self.time)
      case .needsAttention(let reason, let code, let message):
        state = reason.rawValue
        self.code = code
        self.message = message
        notBefore = nil
      }
    }

    private enum CodingKeys: String, CodingKey {
      case clientMutationId, report, createdAt, attempts, state, code, message, notBefore
    }

    /// Writes every member; what is not there is null.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(clientMutationId, forKey: .clientMutationId)
      try container.encode(report, forKey: .report)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(attempts, forKey: .attempts)
      try container.encode(state, forKey: .state)
      try container.encode(code, forKey: .code)
      try container.encode(message, forKey: .message)
      try container.encode(notBefore, forKey: .notBefore)
    }

    var cells: [String] {
      let why = message.map { "\(code ?? ""): \($0)" } ?? code ?? ""
      return [clientMutationId, report ?? "unreadable", createdAt ?? "", String(attempts), state, why]
    }

    private static func time(_ seconds: Int64) -> String { Timestamp(secondsSinceEpoch: seconds).description }
  }
}
