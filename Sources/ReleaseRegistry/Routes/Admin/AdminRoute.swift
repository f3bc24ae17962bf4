package import HTTPServer
import ReleaseModel

/// One admin route: what it needs, which query parameters it knows, and what it does.
package struct AdminRoute: Sendable {
  /// What it answers to.
  package let method: RequestMethod
  /// Its path, with names in braces for what varies.
  package let template: String
  let parameters: Set<String>
  let permission: @Sendable (AdminCall) throws -> Permission
  let action: @Sendable (AdminCall) throws -> AdminAnswer

  init(
    _ method: RequestMethod, _ path: String,
    _ permission: @escaping @Sendable (AdminCall) throws -> Permission,
    parameters: Set<String> = [], _ action: @escaping @Sendable (AdminCall) throws -> AdminAnswer
  ) {
    self.method = method
    template = "/admin/v1" + path
    self.parameters = parameters
    self.permission = permission
    self.action = action
  }

  /// Answers a request: first who asks and whether that is allowed, then everything else.
  func answer(_ request: Request, _ registry: Registry) throws -> Response {
    let head = request.head
    let actor = try registry.authenticate(
      authorization: head["Authorization"], remoteAddress: head.remoteAddress)
    let call = AdminCall(registry: registry, request: request, actor: actor)
    try actor.require(try permission(call))
    try checkParameters(head)
    return Self.response(try action(call))
  }

  private func checkParameters(_ head: RequestHead) throws(RegistryError) {
    var collector = FieldErrorCollector()
    var seen: Set<String> = []
    for item in head.query {
      if !parameters.contains(item.name) {
        let known =
          parameters.isEmpty ? "none are known here" : "known: \(parameters.sorted().joined(separator: ", "))"
        collector.add(
          String(item.name.prefix(60)), .unknownParameter, "the query parameter is not known; \(known)")
      } else if !seen.insert(item.name).inserted {
        collector.add(item.name, .duplicateParameter, "the query parameter is there twice; send it once")
      }
    }
    if !collector.errors.isEmpty { throw RegistryError(FieldErrors(collector.errors)) }
  }

  private static func response(_ answer: AdminAnswer) -> Response {
    var headers: HeaderFields = ["Cache-Control": "no-store"]
    if let revision = answer.revision { headers["ETag"] = "\"\(revision)\"" }
    guard !answer.body.isEmpty else { return Response(HTTPStatus(answer.status), headers: headers) }
    return .json(answer.body, status: HTTPStatus(answer.status), headers: headers)
  }
}
