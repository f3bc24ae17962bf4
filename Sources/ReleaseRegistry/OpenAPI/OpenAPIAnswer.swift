import HTTPServer
import ReleaseModel
import ReleaseTrust

/// One status of an operation: what it means, the fields that it has, and the body.
struct OpenAPIAnswer: Sendable {
  let status: Int
  let meaning: String
  /// Names of header components, besides `X-Request-Id`, which every answer has.
  var headers: [String] = []
  /// The media type and the schema; nil for no body. Bytes that are no text and no JSON have no schema (OpenAPI 3.1,
  /// 4.8.14.3).
  var content: (mediaType: String, schema: JSONValue?)?

  /// `{"data": …}`.
  static func data(
    _ schema: JSONValue, status: Int = 200, headers: [String] = [], _ meaning: String = "Done."
  ) -> OpenAPIAnswer {
    let envelope = OpenAPISchema.object(["data": schema], required: ["data"])
    return OpenAPIAnswer(
      status: status, meaning: meaning, headers: headers, content: ("application/json", envelope))
  }

  /// `{"data": […], "page": {…}}`.
  static func page(of schema: JSONValue) -> OpenAPIAnswer {
    let envelope = OpenAPISchema.object(
      ["data": OpenAPISchema.list(of: schema), "page": OpenAPISchema.reference("Page")],
      required: ["data", "page"])
    return OpenAPIAnswer(status: 200, meaning: "One page.", content: ("application/json", envelope))
  }

  /// An error, as RFC 9457 says.
  static func problem(_ status: Int) -> OpenAPIAnswer {
    var answer = OpenAPIAnswer(
      status: status, meaning: "\(HTTPStatus(status).reason).",
      content: ("application/problem+json", OpenAPISchema.reference("Problem")))
    switch status {
    case 401: answer.headers = ["WWW-Authenticate"]
    case 416: answer.headers = ["Content-Range"]
    case 429, 503: answer.headers = ["Retry-After"]
    default: break
    }
    return answer
  }

  /// 204.
  static let noContent = OpenAPIAnswer(status: 204, meaning: "Done; there is nothing to say.")

  /// 304, for a client that has these bytes already.
  static let notModified = notModified(and: [])

  /// The same, with fields besides the usual ones.
  static func notModified(and headers: [String]) -> OpenAPIAnswer {
    OpenAPIAnswer(
      status: 304, meaning: "What If-None-Match names is still right.",
      headers: ["ETag", "Cache-Control"] + headers)
  }

  var json: JSONValue {
    let names = ["X-Request-Id"] + headers
    var answer: [String: JSONValue] = [
      "description": .string(meaning),
      "headers": .object(
        Dictionary(uniqueKeysWithValues: names.map { ($0, ["$ref": .string("#/components/headers/\($0)")]) })),
    ]
    if let content {
      answer["content"] = .object([content.mediaType: .object(content.schema.map { ["schema": $0] } ?? [:])])
    }
    return .object(answer)
  }
}

/// The answer's fields that the document describes.
enum OpenAPIHeader {
  static let components: [String: JSONValue] = [
    "X-Request-Id": header("Names the request in the log and in the audit.", OpenAPISchema.text()),
    "ETag": header("Names these bytes, or a record's revision.", OpenAPISchema.text(pattern: "^\"[^\"]+\"$")),
    "Cache-Control": header("For how long caches may keep the answer.", OpenAPISchema.text()),
    "Content-Range": header("Which bytes these are.", OpenAPISchema.text(pattern: "^bytes ")),
    "Accept-Ranges": header("Ranges of bytes can be asked for.", ["type": "string", "enum": ["bytes"]]),
    RootVersionField.name: header("The version of the newest root.", OpenAPISchema.integer(minimum: 1)),
    "Retry-After": header(
      "After how many seconds to try again.", OpenAPISchema.integer(minimum: 1)),
    "WWW-Authenticate": header("How to say who is asking.", ["type": "string", "const": "Bearer"]),
  ]

  private static func header(_ description: String, _ schema: JSONValue) -> JSONValue {
    ["description": .string(description), "required": true, "schema": schema]
  }
}
