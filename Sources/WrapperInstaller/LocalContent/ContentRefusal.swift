import HTTPServer
import ReleaseTrust

/// Why the local server does not answer a request; it knows its answer.
struct ContentRefusal: Error, Hashable {
  let status: HTTPStatus
  /// For a program.
  let code: String
  /// Which thing, and what to do next.
  let detail: String

  /// The request is for another server than this one: a name that leads here by DNS rebinding, for example.
  static func wrongHost(port: UInt16) -> ContentRefusal {
    ContentRefusal(
      status: 421, code: "wrong_host",
      detail:
        "This server answers to 127.0.0.1:\(port) and localhost:\(port) only; use one of these as the address."
    )
  }

  /// A page of another server asks.
  static let foreignOrigin = ContentRefusal(
    status: 403, code: "foreign_origin", detail: "Only pages of this server may ask for this.")

  /// There is no such file in the release.
  static let noSuchFile = ContentRefusal(
    status: 404, code: "no_such_file",
    detail: "The release that runs has no such file; names are compared byte for byte, letter case included.")

  /// What stands at the file's place is not what was installed.
  static func fileChanged(_ path: String) -> ContentRefusal {
    ContentRefusal(
      status: 500, code: "file_changed",
      detail:
        "'\(path)' is not the file that was installed; start the app again, which falls back to a complete release."
    )
  }

  /// The messages of the bridge are JSON and say so, which a form of another server cannot.
  static let messageNotJSON = ContentRefusal(
    status: 415, code: "unsupported_media_type", detail: "Send the message as Content-Type: application/json."
  )

  /// A handler failed in a way that none of its parts has a name for.
  static let unexpected = ContentRefusal(
    status: 500, code: "internal_error", detail: "The local server failed; start the app again.")

  /// The device failed.
  init(_ error: InstallerError) {
    self.init(status: error.isRetryable ? 503 : 500, code: error.code.rawValue, detail: error.message)
  }

  init(status: HTTPStatus, code: String, detail: String) {
    self.status = status
    self.code = code
    self.detail = detail
  }

  /// The answer: `application/problem+json` (RFC 9457).
  var response: Response {
    let problem: JSONObject = [
      "type": "about:blank", "title": .text(ExactText(status.reason)), "status": .integer(Int64(status.code)),
      "code": .text(ExactText(code)), "detail": .text(ExactText(detail)),
    ]
    return Response(
      status,
      headers: [
        "Content-Type": "application/problem+json", "Cache-Control": "no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
      ],
      body: .bytes(JSONWriter.bytes(of: .object(problem), .compact)))
  }
}

extension ContentRefusal: CustomStringConvertible {
  var description: String { "\(code): \(detail)" }
}
