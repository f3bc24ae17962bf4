import HTTPServer
import ReleaseModel
import ReleaseTrust

/// The signed metadata as clients of The Update Framework fetch it, below `/tuf/`.
struct TrustRoutes {
  let registry: Registry

  func register(in router: inout Router) {
    let registry = registry
    router.register(.get, "/tuf/timestamp.json", .immediate { _ in registry.timestamp() })
    router.register(
      .get, "/tuf/{file}.json", .blocking { try registry.metadataFile($0.head.parameter("file")) })
    router.register(
      .get, "/tuf/targets/{channel}/{file}.zip", .blocking { try registry.serveTarget($0.head) })
  }
}

extension Registry {
  fileprivate func timestamp() -> Response {
    guard let trust = snapshots.current.trust else { return ProblemResponse.of(Self.noMetadata("timestamp")) }
    return Response(trust.timestampAnswer)
  }

  /// A file that never changes: `3.snapshot`, `1.production`.
  fileprivate func metadataFile(_ name: String) throws(RegistryError) -> Response {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let version = Int64(parts[0]), version > 0, String(version) == parts[0],
      parts[1] != "timestamp"
    else { throw Self.noMetadata(name) }
    let role = ExactText(String(parts[1]))
    // What every refresh of every device asks first is answered without the store: the root after the newest one.
    let newestRoot = snapshots.current.trust?.repository.offline.root.content.version ?? 0
    guard role != TopLevelRole.root.name || version <= newestRoot,
      let bytes = try store.read({ session in try session.metadata(role, version: version) })
    else { throw Self.noMetadata(name) }
    return .json(
      bytes,
      headers: [
        "ETag": AnswerRenderer.tag(of: bytes),
        "Cache-Control": "public, max-age=31536000, immutable, no-transform",
      ])
  }

  /// The bundle of a release under the name that it has among the target files, with its hash before it:
  /// `production/<sha256>.2.14.0`.
  fileprivate func serveTarget(_ head: RequestHead) throws(RegistryError) -> Response {
    let name = head.parameter("file")
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2,
      let target = Self.target(channel: head.parameter("channel"), digest: parts[0], version: parts[1])
    else { throw Self.noTarget(name) }
    let release = try store.read { session in try session.release(target.channel, target.version) }
    guard let release, release.artifactSha256 == target.digest,
      release.state == .published || release.state == .paused
    else { throw Self.noTarget(name) }
    return try immutableFile(folder.artifact(target.digest), target.digest, type: "application/zip")
  }

  /// The parts of a target's path; nil when one of them cannot be such a part, so that no release has it.
  private static func target(
    channel: String, digest: Substring, version: Substring
  ) -> (channel: Channel, digest: Digest, version: SemanticVersion)? {
    do throws(ModelError) {
      return (
        try Channel(parsing: channel), try Digest(parsing: String(digest)),
        try SemanticVersion(parsing: String(version))
      )
    } catch {
      return nil
    }
  }

  private static func noMetadata(_ name: String) -> RegistryError {
    RegistryError(
      .metadataNotFound,
      "there is no metadata '\(name.prefix(100)).json' here; a client begins with timestamp.json")
  }

  private static func noTarget(_ name: String) -> RegistryError {
    RegistryError(.artifactNotFound, "no published release has the target file '\(name.prefix(200)).zip'")
  }
}
