import HTTPServer
import ReleaseModel

/// What anybody may ask.
struct PublicRoutes {
  let registry: Registry

  func register(in router: inout Router) {
    let webCheck = WebCheck(registry: registry)
    let nativeCheck = NativeCheck(registry: registry)
    let registry = registry
    router.register(.get, "/mobile-web/releases/latest", .immediate { webCheck($0) })
    router.register(.get, "/native-app/updates/check", .immediate { nativeCheck($0) })
    router.register(
      .get, "/mobile-web/artifacts/{sha256}.zip", .blocking { try registry.serveArtifact($0.head) })
    router.register(.get, "/mobile-web/trees/{sha256}.json", .blocking { try registry.serveTree($0.head) })
    ReportRoute.register(in: &router, registry)
    router.register(.get, "/healthz", .immediate { _ in Self.health })
    router.register(.get, "/readyz", .blocking { _ in try registry.readiness() })
    router.register(.get, "/metrics", .blocking { _ in try registry.metrics() })
    router.register(.get, "/openapi.json", .immediate { _ in OpenAPIDocument.response })
  }

  private static let health = Response.json(
    Array(#"{"data":{"status":"up"}}"#.utf8), headers: ["Cache-Control": "no-store"])
}

extension Registry {
  /// A stored zip, while a release that devices may be on their way to uses it.
  fileprivate func serveArtifact(_ head: RequestHead) throws -> Response {
    let digest = try Self.pathDigest(head)
    let isServable = try store.read { session in try session.isServable(artifact: digest) }
    guard isServable else {
      throw RegistryError(.artifactNotFound, "no published release uses the artifact \(digest)")
    }
    return try immutableFile(folder.artifact(digest), digest, type: "application/zip")
  }

  /// A file manifest, under the same condition.
  fileprivate func serveTree(_ head: RequestHead) throws -> Response {
    let digest = try Self.pathDigest(head)
    let isServable = try store.read { session in try session.isServable(tree: digest) }
    guard isServable else {
      throw RegistryError(.treeNotFound, "no published release has the tree \(digest)")
    }
    return try immutableFile(folder.tree(digest), digest, type: "application/json")
  }

  private static func pathDigest(_ head: RequestHead) throws -> Digest {
    do {
      return try Digest(parsing: head.parameter("sha256"))
    } catch {
      throw RegistryError(field: "sha256", error)
    }
  }

  func immutableFile(_ path: String, _ digest: Digest, type: String) throws(RegistryError) -> Response {
    do throws(HTTPServerError) {
      return Response(
        200,
        headers: [
          "Content-Type": type, "ETag": "\"\(digest)\"",
          "Cache-Control": "public, max-age=31536000, immutable, no-transform",
        ], body: .file(try FileBody(path: path)))
    } catch {
      throw RegistryError(
        .storageFailed, "the stored file of \(digest) cannot be read; run 'relctl doctor'", cause: error)
    }
  }
}
