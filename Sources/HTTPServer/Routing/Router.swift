/// Which handler answers which method and path. Built once; HEAD, OPTIONS, 404 and 405 follow from it.
package struct Router: Sendable {
  /// How a handler runs.
  package enum Execution: Sendable {
    /// On the event thread. It must not block, and it does not get the body.
    case immediate(@Sendable (RequestHead) -> Response)
    /// On a thread of the worker pool. It may block, and reads the body as it likes.
    case blocking(@Sendable (Request) throws -> Response)
    /// On a thread of the worker pool, which never waits for the client: first the admission, without the body, and
    /// what that returned once the whole body is in memory. The route's limit is looked at in between.
    case collecting(Admission)
    /// The same for what is answered later, from any thread: no worker waits for what the answer depends on.
    case replying(LateAdmission)
  }

  /// Decides by the head alone whether a body is wanted; what it returns gets the whole of it.
  package typealias Admission = @Sendable (RequestHead) throws -> @Sendable ([UInt8]) throws -> Response

  /// The same with an answer that comes later. What is thrown is the answer, and then the reply must not be used.
  package typealias LateAdmission =
    @Sendable (RequestHead) throws -> @Sendable ([UInt8], Reply) throws -> Void

  /// One method of one path.
  package struct Route: Sendable {
    /// The method.
    package let method: RequestMethod
    /// The path, with `{name}` for each parameter.
    package let template: String
    /// The handler.
    package let execution: Execution
    /// The largest body that it takes, when it is not the server's own limit.
    package let maximumBodyBytes: UInt64?
  }

  /// Every route, in order of registration.
  package private(set) var routes: [Route] = []
  /// What every request with a well-formed head meets before its path is looked up, OPTIONS included: an answer refuses
  /// it. It runs on the event thread and must not block.
  package var screen: (@Sendable (RequestHead) -> Response?)?
  private var resources: [Resource] = []
  private var literals = LiteralPaths()
  private var remainder: Resource?

  package init() {}

  /// Adds a route. Registering a method of a path twice is a programmer's error.
  ///
  /// A literal segment wins over a parameter, whatever the order of registration.
  package mutating func register(
    _ method: RequestMethod, _ template: String, maximumBodyBytes: UInt64? = nil, _ execution: Execution
  ) {
    precondition(method != .head && method != .other, "HEAD follows from GET; register that")
    let route = Route(
      method: method, template: template, execution: execution, maximumBodyBytes: maximumBodyBytes)
    routes.append(route)
    if let known = resources.firstIndex(where: { $0.template.text == template }) {
      resources[known].add(route)
      return
    }
    let template = RouteTemplate(template)
    if let path = template.literalPath { literals.add(path, resource: resources.count) }
    resources.append(Resource(template: template, route: route))
  }

  /// Sets what GET answers at every path that no route is for. Doing it twice is a programmer's error.
  package mutating func registerRemainder(_ execution: Execution) {
    precondition(remainder == nil, "the remaining paths have a handler already")
    let route = Route(method: .get, template: "/", execution: execution, maximumBodyBytes: nil)
    remainder = Resource(template: RouteTemplate(route.template), route: route)
  }

  /// What a request leads to.
  enum Match {
    case route(Route)
    /// OPTIONS: the methods in the field `Allow`.
    case options(allowed: String)
    case fault(HTTPFault)
  }

  /// Finds the route of a head, and stores the parameters in it.
  func match(_ head: HeadBuffer) -> Match {
    guard let resource = resource(for: head) else {
      if head.method == .options, head.text(head.rawPath) == "*" {
        return .options(allowed: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
      }
      return .fault(.notFound(head.text(head.path)))
    }
    if let route = resource.route(for: head.method) { return .route(route) }
    if head.method == .options { return .options(allowed: resource.allowed) }
    return .fault(.methodNotAllowed(head.method, allowed: resource.allowed))
  }

  private func resource(for head: HeadBuffer) -> Resource? {
    if !head.hasEscapedPath, let known = literals.resource(at: head.view(head.path)) {
      return resources[known]
    }
    guard let segments = PathSegments(head) else { return nil }
    return bestMatch(segments, head) ?? remainder
  }

  private func bestMatch(_ segments: PathSegments, _ head: HeadBuffer) -> Resource? {
    var best: (resource: Resource, values: [HeadBuffer.Slice], literals: [Bool])?
    for resource in resources {
      guard let values = segments.values(of: resource.template) else { continue }
      let literals = resource.template.segments.map { if case .literal = $0 { true } else { false } }
      if let best, !best.literals.lexicographicallyPrecedes(literals, by: { !$0 && $1 }) { continue }
      best = (resource, values, literals)
    }
    guard let best else { return nil }
    head.parameters = best.values
    head.parameterNames = best.resource.parameterNames
    return best.resource
  }
}
