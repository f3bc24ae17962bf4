import HTTPServer
import ReleaseModel

extension ServerLog {
  /// Takes the server's own messages, but for those of its HTTP library: clients cause them as often as they like.
  var serverMessages: HTTPLog {
    HTTPLog { [self] level, message in if level != .debug { write(level.rawValue, message) } }
  }

  /// The lines about requests: of every one, or only of those that failed and that somebody may come back to with the
  /// request's id.
  func accessLog(ofEveryRequest isComplete: Bool) -> AccessLog {
    isComplete
      ? AccessLog(showing: Self.shownParameters, write: write(request:))
      : AccessLog(where: Self.isFailure, write: write(request:))
  }

  /// What devices ask with, and how administrators turn pages: no secret belongs there.
  private static let shownParameters: Set = [
    "channel", "platform", "wrapperVersion", "cohort", "limit", "cursor",
  ]

  /// What the server could not do, and what it refused to an administrator. What it refuses to devices is part of
  /// normal traffic: a wrapper that gets nothing asks again and again.
  @Sendable private static func isFailure(_ status: Int, _ head: RequestHead) -> Bool {
    isServerFault(status) || status >= 400 && isAdministrative(head)
  }

  /// 501 and 505 are said of transfer codings and versions of HTTP that nobody speaks here, which is the client's doing.
  private static func isServerFault(_ status: Int) -> Bool { status >= 500 && status != 501 && status != 505 }

  /// A request that was refused for its form has no path, only the target as it was sent.
  private static func isAdministrative(_ head: RequestHead) -> Bool {
    head.path.hasPrefix("/admin/") || head.target.hasPrefix("/admin/")
  }

  @Sendable private func write(request: AccessRecord) {
    let (seconds, attoseconds) = request.duration.components
    let level = Self.isServerFault(request.status) ? "error" : "info"
    write([
      "level": .string(level), "message": "request", "method": .string(request.method.rawValue),
      "target": .string(request.target), "status": .integer(Int64(request.status)),
      "bodyBytes": .unsigned(request.bodyBytes),
      "microseconds": .integer(seconds * 1_000_000 + attoseconds / 1_000_000_000_000),
      "requestId": .string(request.requestId), "remoteAddress": .string(request.remoteAddress),
    ])
  }
}
