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
  let action: Action

  /// What a route does, by the body that it takes.
  enum Action: Sendable {
    /// It takes none.
    case plain(@Sendable (AdminCall) throws -> AdminAnswer)
    /// It gets all of a JSON body of this size at the most, and no worker waits for one that comes slowly.
    case json(upTo: UInt64, @Sendable (AdminCall, [UInt8]) throws -> AdminAnswer)
    /// It reads the body while it comes, in a worker's time, and bounds both itself.
    case upload(@Sendable (AdminCall, BodyReader) throws -> AdminAnswer)
  }

  /// What a route knows that makes a change: whether it is only tried.
  static let changing: Set<String> = [AdminCall.dryRun]

  /// The most bytes that a JSON body may have, where a route says nothing else.
  static let maximumJSONBytes: UInt64 = 1 << 20

  init(
    _ method: RequestMethod, _ path: String,
    _ permission: @escaping @Sendable (AdminCall) throws -> Permission,
    parameters: Set<String> = [], action: Action
  ) {
    self.method = method
    template = "/admin/v1" + path
    self.parameters = parameters
    self.permission = permission
    self.action = action
  }

  /// A route without a body.
  init(
    _ method: RequestMethod, _ path: String,
    _ permission: @escaping @Sendable (AdminCall) throws -> Permission,
    parameters: Set<String> = [], _ action: @escaping @Sendable (AdminCall) throws -> AdminAnswer
  ) {
    self.init(method, path, permission, parameters: parameters, action: .plain(action))
  }

  /// A route that takes JSON.
  static func json(
    _ method: RequestMethod, _ path: String,
    _ permission: @escaping @Sendable (AdminCall) throws -> Permission,
    parameters: Set<String> = [], upTo maximumBytes: UInt64 = maximumJSONBytes,
    _ action: @escaping @Sendable (AdminCall, [UInt8]) throws -> AdminAnswer
  ) -> AdminRoute {
    AdminRoute(method, path, permission, parameters: parameters, action: .json(upTo: maximumBytes, action))
  }

  /// Makes the route answer requests. Whatever it does, who asks and whether that is allowed comes before the body.
  func register(in router: inout Router, _ registry: Registry) {
    switch action {
    case .plain(let action):
      router.register(
        method, template, maximumBodyBytes: .max,
        .blocking { Self.response(try action(try admit($0.head, registry))) })
    case .json(let maximum, let action):
      router.register(
        method, template, maximumBodyBytes: maximum,
        .collecting { head in
          let call = try admit(head, registry)
          try head.checkTypeIsJSON()
          return { Self.response(try action(call, $0)) }
        })
    case .upload(let action):
      router.register(
        method, template, maximumBodyBytes: .max,
        .blocking { Self.response(try action(try admit($0.head, registry), $0.body)) })
    }
  }

  private func admit(_ head: RequestHead, _ registry: Registry) throws -> AdminCall {
    let actor = try registry.authenticate(
      authorization: head["Authorization"], remoteAddress: head.remoteAddress)
    let call = AdminCall(registry: registry, head: head, actor: actor)
    try actor.require(try permission(call))
    try checkParameters(head)
    return call
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
