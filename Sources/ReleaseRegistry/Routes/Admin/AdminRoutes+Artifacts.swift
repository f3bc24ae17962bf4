import HTTPServer
import ReleaseBundle
import ReleaseModel

extension AdminRoutes {
  static let artifacts = [
    AdminRoute(
      .post, "/artifacts", { _ in .upload },
      action: .upload { call, body in
        let type = call.head["Content-Type"]?.lowercased() ?? ""
        guard type == "application/zip" else {
          throw RegistryError(
            .unsupportedMediaType,
            "the upload has the type '\(type.prefix(60))'; send a zip as application/zip"
          )
        }
        guard let length = body.declaredLength else {
          throw RegistryError(.lengthRequired, "send Content-Length, so that a cut upload is noticed")
        }
        try call.registry.requireAcceptableSize(length)
        let digest = try call.head["Content-Digest"].map(ContentDigest.init(parsing:))
        return try call.registry.storeArtifact(body, expecting: digest?.sha256) {
          digest throws(RegistryError) in try call.context(body: digest.bytes)
        }
      })
  ]
}
