/// A path and the methods that it answers to.
struct Resource: Sendable {
  let template: RouteTemplate
  let parameterNames: [String]
  private(set) var routes: [Router.Route]
  /// The value of the field `Allow`.
  private(set) var allowed: String

  init(template: RouteTemplate, route: Router.Route) {
    self.template = template
    parameterNames = template.parameterNames
    routes = [route]
    allowed = Self.allowed(routes)
  }

  mutating func add(_ route: Router.Route) {
    precondition(
      !routes.contains { $0.method == route.method },
      "\(route.method.rawValue) \(route.template) is registered twice")
    routes.append(route)
    allowed = Self.allowed(routes)
  }

  /// The route of a method; HEAD is served by GET.
  func route(for method: RequestMethod) -> Router.Route? {
    let wanted = method == .head ? .get : method
    for route in routes where route.method == wanted { return route }
    return nil
  }

  private static func allowed(_ routes: [Router.Route]) -> String {
    var methods = Set(routes.map(\.method)).union([.options])
    if methods.contains(.get) { methods.insert(.head) }
    return RequestMethod.allCases.filter(methods.contains).map(\.rawValue).joined(separator: ", ")
  }
}
