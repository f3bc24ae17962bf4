import HTTPServer
import ReleaseTrust

extension AdminRoutes {
  static let trust = [
    AdminRoute(.get, "/trust", { _ in .read }) { call in try call.registry.trustStatus() },
    .json(
      .post, "/trust", { _ in .manage }, parameters: AdminRoute.changing,
      upTo: UInt64(MetadataUpload.maximumBytes)
    ) { call, body in
      try call.registry.uploadTrust(body, call.context(body: body))
    },
    AdminRoute(.post, "/trust/online-key", { _ in .manage }) { call in
      try call.registry.makeOnlineKey(call.context())
    },
  ]
}
