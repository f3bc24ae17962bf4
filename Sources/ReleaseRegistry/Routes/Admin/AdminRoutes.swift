import HTTPServer

/// Everything under `/admin/v1`. A route that is not in this table does not exist, and each says what it needs.
package struct AdminRoutes {
  let registry: Registry

  /// Every admin route.
  package static let all: [AdminRoute] = artifacts + releases + policies + explain + tokens + audit + trust

  func register(in router: inout Router) {
    for route in Self.all { route.register(in: &router, registry) }
  }
}
