import HTTPServer
import ReleaseTrust

extension AdminRoutes {
  static let trust = [
    AdminRoute(.get, "/trust", { _ in .read }) { call in try call.registry.trustStatus() },
    AdminRoute(.post, "/trust", { _ in .manage }) { call in
      let body = try call.body(upTo: MetadataUpload.maximumBytes)
      return try call.registry.uploadTrust(body, call.context(body: body))
    },
  ]
}
