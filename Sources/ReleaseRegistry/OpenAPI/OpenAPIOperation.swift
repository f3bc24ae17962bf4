import HTTPServer
import ReleaseModel

/// One method of one path, as the OpenAPI document describes it.
struct OpenAPIOperation: Sendable {
  let method: RequestMethod
  let template: String
  /// The operation's name in generated clients.
  let name: String
  let summary: String
  /// Path, query and header parameters.
  var parameters: [OpenAPIParameter] = []
  var body: OpenAPIBody?
  /// What it answers when all is well.
  let answers: [OpenAPIAnswer]
  /// The error statuses that are its own, besides those of `generalRefusals`.
  var refusals: [Int] = []

  init(
    _ method: RequestMethod, _ template: String, _ name: String, _ summary: String,
    _ parameters: [OpenAPIParameter] = [], body: OpenAPIBody? = nil, answers: [OpenAPIAnswer],
    refusals: [Int] = []
  ) {
    self.method = method
    self.template = template
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.body = body
    self.answers = answers
    self.refusals = refusals
  }

  /// What the server answers to requests that are not HTTP as it should be, or that come when it cannot serve.
  private static let generalRefusals = [400, 408, 413, 414, 417, 431, 500, 501, 503, 505]

  /// What every route that reads a body can answer besides.
  private static let bodyRefusals = [415]

  /// What every admin route can answer besides.
  private static let adminRefusals = [401, 403, 429]

  var isAdmin: Bool { template.hasPrefix("/admin/") }

  /// Every error status that it can answer.
  var everyRefusal: Set<Int> {
    var statuses = Set(Self.generalRefusals).union(refusals)
    if body != nil { statuses.formUnion(Self.bodyRefusals) }
    if isAdmin { statuses.formUnion(Self.adminRefusals) }
    if isAdmin, method != .get { statuses.insert(507) }
    return statuses
  }

  /// The operation object.
  var json: JSONValue {
    var responses: [String: JSONValue] = [:]
    for status in everyRefusal { responses[String(status)] = OpenAPIAnswer.problem(status).json }
    for answer in answers { responses[String(answer.status)] = answer.json }
    var operation: [String: JSONValue] = [
      "operationId": .string(name), "summary": .string(summary), "responses": .object(responses),
      "tags": [isAdmin ? "admin" : "public"],
      "security": isAdmin ? [["bearer": []]] : [],
    ]
    if !parameters.isEmpty { operation["parameters"] = .array(parameters.map(\.json)) }
    if let body { operation["requestBody"] = body.json }
    return .object(operation)
  }
}

/// A request body.
struct OpenAPIBody: Sendable {
  let mediaType: String
  let schema: JSONValue
  let isRequired: Bool

  /// A JSON object.
  static func json(_ schema: JSONValue, isRequired: Bool = true) -> OpenAPIBody {
    OpenAPIBody(mediaType: "application/json", schema: schema, isRequired: isRequired)
  }

  var json: JSONValue {
    ["required": .bool(isRequired), "content": .object([mediaType: ["schema": schema]])]
  }
}
