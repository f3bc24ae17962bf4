import ReleaseBundle
import HTTPServer

/// Everything under `/admin/v1`. A route that is not in this table does not exist, and each says what it needs.
package struct AdminRoutes {
  let registry: Registry

  package static let all: [AdminRoute] = artifacts + releases + policies + explain + tokens + audit

  func register(in router: inout Router) {
    let registry = registry
    for route in Self.all {
      let limit =
        route.template == "/admin/v1/artifacts"
        ? registry.configuration.bundleLimits.maximumArchiveBytes : nil
      router.register(
        route.method, route.template, maximumBodyBytes: limit, .blocking { try route.answer($0, registry) })
    }
  }
}
