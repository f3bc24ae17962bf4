import Foundation
import HTTPServer
import ReleaseBundle
import ReleaseModel
import ReleaseTrust
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
    var metadata: [String: [UInt8]] = [:]
    var metadataStatus: Int?
    var namedRoot: Int64?
    var metadataRequests: [String] = []
    var conditions: [String?] = []
    var reports: [[UInt8]] = []
    var reportAnswer = (status: 202, text: #"{"data":{"accepted":true}}"#)
    /// The metadata that is served once the next question is answered.
    var metadataAfterAnswer: [String: [UInt8]]?
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
            state.conditions.append(request.head["If-None-Match"])
            if let next = state.metadataAfterAnswer.take() { state.metadata = next }
            return (state.status, state.answer)
          }
          // The server compares it with If-None-Match by itself.
          return .json(
            answer, status: HTTPStatus(status), headers: ["ETag": "\"\(Digest.sha256(of: answer))\""])
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
    router.register(
      .get, "/tuf/{name}",
      .blocking { [memory] request in
        let name = request.head.parameter("name")
        return memory.state.withLock { state in
          state.metadataRequests.append(name)
          if let status = state.metadataStatus { return Response(HTTPStatus(status)) }
          guard let bytes = state.metadata[name] else { return Response(404) }
          var fields: HeaderFields = [:]
          if name == "timestamp.json" {
            fields[RootVersionField.name] = state.namedRoot.map(RootVersionField.value)
          }
          return .json(bytes, status: 200, headers: fields)
        }
      })
    router.register(
      .post, "/mobile-web/reports", maximumBodyBytes: 4 << 10,
      .collecting { [memory] _ in
        { body in
          memory.state.withLock { state in
            state.reports.append(body)
            return .json(Array(state.reportAnswer.text.utf8), status: HTTPStatus(state.reportAnswer.status))
          }
        }
      })
    server = try HTTPServer(configuration: HTTPServerConfiguration(), router: router)
  }

  /// The address to hand to a device.
  package var url: String { server.url }

  /// What was asked so far, in order: `check`, `artifact`.
  package var requests: [String] { memory.state.withLock { $0.requests } }

  /// The `If-None-Match` of each check, in order.
  package var conditions: [String?] { memory.state.withLock { $0.conditions } }

  /// The bodies of the reports that came, in order.
  package var reports: [[UInt8]] { memory.state.withLock { $0.reports } }

  /// Answers reports with a status from now on.
  package func answerReports(with status: Int, _ text: String = "{}") {
    memory.state.withLock { $0.reportAnswer = (status, text) }
  }

  /// How often an artifact was fetched.
  package var downloads: Int { requests.count { $0 == "artifact" } }

  /// Which files of signed metadata were asked for, in order.
  package var metadataRequests: [String] { memory.state.withLock { $0.metadataRequests } }

  /// Serves what a repository has published, below `/tuf/`. Before, there is no such folder.
  package func serve(_ repository: SimulatedRepository) { serve(metadata: repository.simulator.files) }

  /// Serves these files of signed metadata, whoever signed them.
  package func serve(metadata files: [String: [UInt8]]) { memory.state.withLock { $0.metadata = files } }

  /// Serves what a repository has published from the moment on at which the next device was answered.
  package func serveAfterAnswer(_ repository: SimulatedRepository) {
    memory.state.withLock { $0.metadataAfterAnswer = repository.simulator.files }
  }

  /// Names a root along with the timestamp; nil to name none.
  package func nameRoot(_ version: Int64?) { memory.state.withLock { $0.namedRoot = version } }

  /// Answers with a status in place of all signed metadata; nil ends that.
  package func answerMetadata(with status: Int?) { memory.state.withLock { $0.metadataStatus = status } }

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
