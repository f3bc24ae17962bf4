import FoundationEssentials
import HTTPServer
import ReleaseModel

/// Offers each release at an address of its own, so that a device can come to have one that its registry would not
/// offer it any more. The archives stay where they are.
final class EarlierReleases: Sendable {
  private let server: HTTPServer

  init(_ releases: [LatestRelease]) throws(SimulationError) {
    do {
      var answers: [String: [UInt8]] = [:]
      for release in releases {
        let body = try JSONEncoder().encode(Answer(data: release))
        answers[release.releaseVersion.description] = Array(body)
      }
      var router = Router()
      router.register(
        .get, "/{version}/mobile-web/releases/latest",
        .immediate { [answers] head in
          answers[head.parameter("version")].map { Response.json($0) } ?? Response(404)
        })
      server = try HTTPServer(configuration: HTTPServerConfiguration(), router: router)
    } catch {
      throw SimulationError(.simulationFailed, "the devices cannot be set up: \(error)")
    }
  }

  /// What a device has for its registry's address that is to get this release.
  func address(of version: SemanticVersion) -> String { "\(server.url)/\(version)" }

  private struct Answer: Encodable {
    let data: LatestRelease
  }
}
