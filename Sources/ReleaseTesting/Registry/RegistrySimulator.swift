import Foundation
import HTTPServer
import ReleaseModel
import Synchronization

/// A registry's public side on 127.0.0.1 that offers what a test wants, and can lie about all of it.
package final class RegistrySimulator: Sendable {
  /// What is said when a device asks.
  private struct State {
    var status = 404
    var answer = Array(
      #"{"type":"about:blank","title":"","status":404,"code":"no_compatible_release","detail":""}"#.utf8)
    var artifacts: [String: Artifact] = [:]
    var requests: [String] = []
  }

  private struct Artifact {
    var bytes: [UInt8]
    var contentType = "application/zip"
    var status = 200
  }

  /// Held by the handlers as well.
  private final class Memory: Sendable {
    let state = Mutex(State())
  }

  private let memory = Memory()
  private let server: HTTPServer

  package init() throws {
    var router = Router()
    for path in ["/mobile-web/releases/latest", "/native-app/updates/check"] {
      router.register(
        .get, path,
        .blocking { [memory] request in
          let (status, answer) = memory.state.withLock { state in
            state.requests.append("check")
            return (state.status, state.answer)
          }
          return .json(answer, status: HTTPStatus(status))
        })
    }
    router.register(
      .get, "/mobile-web/artifacts/{name}",
      .blocking { [memory] request in
        let name = request.head.parameter("name")
        return memory.state.withLock { state in
          state.requests.append("artifact")
          guard let artifact = state.artifacts[name] else { return Response(404) }
          return Response(
            HTTPStatus(artifact.status), headers: ["Content-Type": artifact.contentType],
            body: .bytes(artifact.bytes))
        }
      })
    server = try HTTPServer(configuration: HTTPServerConfiguration(), router: router)
  }

  /// The address to hand to a device.
  package var url: String { server.url }

  /// What was asked so far, in order: `check`, `artifact`.
  package var requests: [String] { memory.state.withLock { $0.requests } }

  /// How often an artifact was fetched.
  package var downloads: Int { requests.count { $0 == "artifact" } }

  /// Offers a release from now on. `lie` may change every member of the answer.
  package func offer(
    _ release: SimulatedRelease, channel: String = "production", lie: (inout [String: Any]) -> Void = { _ in }
  ) throws {
    let name = "\(release.candidate.artifact).zip"
    let latest = LatestRelease(
      release.candidate, channel: try Channel(parsing: channel), zipUrl: "/mobile-web/artifacts/\(name)")
    let honest = try JSONSerialization.jsonObject(with: JSONEncoder().encode(latest))
    var members = honest as? [String: Any] ?? [:]
    lie(&members)
    let answer = try JSONSerialization.data(withJSONObject: ["data": members])
    memory.state.withLock { state in
      state.status = 200
      state.answer = Array(answer)
      state.artifacts[name] = state.artifacts[name] ?? Artifact(bytes: release.archive)
    }
  }

  /// Says anything from now on, about web releases and about native updates.
  package func answer(_ status: Int, _ text: String) {
    memory.state.withLock { state in
      state.status = status
      state.answer = Array(text.utf8)
    }
  }

  /// Has nothing for anybody from now on.
  package func offerNothing(reason: String) {
    answer(
      404,
      #"{"type":"about:blank","title":"","status":404,"code":"no_compatible_release","detail":"","reason":"\#(reason)"}"#
    )
  }

  /// Serves something else in place of a release's archive.
  package func replaceArtifact(
    of release: SimulatedRelease, with bytes: [UInt8], contentType: String = "application/zip",
    status: Int = 200
  ) {
    memory.state.withLock {
      $0.artifacts["\(release.candidate.artifact).zip"] = Artifact(
        bytes: bytes, contentType: contentType, status: status)
    }
  }

  /// Ends the server.
  package func stop() { server.drain(timeout: .seconds(1)) }
}
