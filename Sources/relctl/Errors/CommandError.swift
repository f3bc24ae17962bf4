import ReleaseModel

/// Why a command could not do its work: a stable code, a sentence that names the thing, and what to do next.
struct CommandError: Error, Sendable {
  /// One field of the input, with what is wrong with it.
  struct Detail: Sendable, Equatable {
    let field: String
    let code: String
    let detail: String
  }

  var status: ExitStatus
  let code: String
  let message: String
  var hint: String?
  var details: [Detail] = []
  /// The server's name for the request, so that its log can be searched.
  var requestId: String?

  init(
    _ status: ExitStatus, _ code: String, _ message: String, hint: String? = nil, details: [Detail] = [],
    requestId: String? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.hint = hint
    self.details = details
    self.requestId = requestId
  }
}

extension CommandError {
  /// The same, beginning with the option or variable that it is about.
  func naming(_ source: String) -> CommandError {
    CommandError(
      status, code, "\(source): \(message)", hint: hint, details: details, requestId: requestId)
  }

  /// `error: what (code)`, then one line per field, then what to do.
  func text(_ style: TextStyle) -> String {
    var lines = ["\(style.error("error:")) \(ReportText.printable(message)) (\(code))"]
    // A lone one that the message already is would be the same line again.
    for detail in details where message != "\(detail.field): \(detail.detail)" {
      lines.append("  \(detail.field): \(ReportText.printable(detail.detail)) (\(detail.code))")
    }
    if let hint { lines.append("hint: \(ReportText.printable(hint))") }
    if let requestId { lines.append("request: \(requestId)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `{"error": {"code", "message", …}}`.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "code": .string(code), "message": .string(message), "exitStatus": .integer(Int64(status.rawValue)),
    ]
    if let hint { members["hint"] = .string(hint) }
    if let requestId { members["requestId"] = .string(requestId) }
    if !details.isEmpty {
      members["errors"] = .array(
        details.map {
          ["field": .string($0.field), "code": .string($0.code), "detail": .string($0.detail)]
        })
    }
    return ["error": .object(members)]
  }
}
