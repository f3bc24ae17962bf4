import HTTPServer
import ReleaseModel

/// What the local server serves during one launch: the files of its release, and the bridge to its wrapper.
struct ServedContent: Sendable {
  let tree: ContentTree
  /// The version whose files may be kept by the browser, as in `?webReleaseVersion=`; nil for the built-in release, whose
  /// files may be others after a store update.
  let version: String?
  let bridge: LaunchBridge
  /// Told on a worker's thread whenever the entry file is asked for: somebody opens the page.
  let pageOpened: @Sendable () -> Void

  static let bridgePath = "/\(ContentLocator.reservedFolder)/bridge"
  static let scriptPath = "/\(ContentLocator.reservedFolder)/bridge.js"
  static let statePath = "/\(ContentLocator.reservedFolder)/state"

  /// What the server answers. The address is asked for with each request, since the port is only known by then.
  func router(_ address: @escaping @Sendable () -> LocalAddress) -> Router {
    var router = Router()
    router.screen = { head in address().refusal(of: head)?.response }
    router.registerRemainder(.blocking { try file($0.head) })
    router.register(
      .get, Self.scriptPath,
      .immediate { head in
        if let refusal = address().refusal(ofForeign: head) { return refusal.response }
        return Response(
          200, headers: Self.private(type: "text/javascript; charset=utf-8"), body: .bytes(bridge.script))
      })
    router.register(
      .get, Self.statePath,
      .blocking { request in
        if let refusal = address().refusal(ofForeign: request.head) { throw refusal }
        return Response(
          200, headers: Self.private(type: "application/json"),
          body: .bytes(AwaitedAnswer.wait { await bridge.state() }))
      })
    router.register(
      .post, Self.bridgePath, maximumBodyBytes: UInt64(BridgeRequest.maximumBytes),
      .collecting { head in
        if let refusal = address().refusal(ofMessage: head) { throw refusal }
        return { message in
          Response(
            200, headers: Self.private(type: "application/json"),
            body: .bytes(AwaitedAnswer.wait { await bridge.answer(message) }))
        }
      })
    return router
  }

  private func file(_ head: RequestHead) throws -> Response {
    let locator = ContentLocator(manifest: tree.manifest, entryFile: tree.entryFile)
    let hints = ContentLocator.Hints(accept: head["Accept"], destination: head["Sec-Fetch-Dest"])
    guard let entry = locator.file(at: head.pathSegments, hints) else { throw ContentRefusal.noSuchFile }
    guard let body = try tree.open(entry) else { throw ContentRefusal.fileChanged(entry.path) }
    let isEntryFile = entry.path == tree.entryFile
    if isEntryFile, head.method == .get { pageOpened() }
    var headers: HeaderFields = [
      "Content-Type": MediaType.of(path: entry.path), "ETag": "\"\(entry.sha256)\"",
      "Cache-Control": isEntryFile || !isVersionNamed(head) ? "no-cache" : "max-age=31536000, immutable",
      // No page of another server may use these files, nor show them in a frame and lay something over it.
      "Cross-Origin-Resource-Policy": "same-origin",
    ]
    if isEntryFile { headers["Content-Security-Policy"] = "frame-ancestors 'self'" }
    return Response(200, headers: headers, body: .file(body))
  }

  /// Whether the address names the version that runs, so that it will never mean other bytes.
  private func isVersionNamed(_ head: RequestHead) -> Bool {
    guard let version else { return false }
    return head.queryValues("webReleaseVersion") == [version]
  }

  private static func `private`(type: String) -> HeaderFields {
    ["Content-Type": type, "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin"]
  }
}
