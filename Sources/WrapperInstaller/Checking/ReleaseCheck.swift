import FoundationEssentials
import HTTPClient
import ReleaseBundle
import ReleaseModel

/// Asks the server which release this device is to run.
struct ReleaseCheck {
  let client: HTTPClient

  /// Sends the question. Being offline is an answer; what breaks the wire contract, or says that the question is
  /// wrong, is an error.
  func ask(_ source: ReleaseSource, cancellation: Cancellation?) throws(InstallerError) -> CheckAnswer {
    let response: HTTPResponse
    do throws(HTTPClientError) {
      var query = [("channel", source.channel.name), ("wrapperVersion", source.wrapperVersion.description)]
      if let cohort = source.cohort { query.append(("cohort", String(cohort.value))) }
      let address = try source.server.appending(path: ["mobile-web", "releases", "latest"], query: query)
      response = try client.send(HTTPRequest(.get, address), cancellation: cancellation)
    } catch {
      guard Self.meansOffline(error.code) else { throw InstallerError(check: error) }
      return .unreachable(reason: error.code.rawValue, message: error.message)
    }
    return try read(response)
  }

  private static let noRelease = "no_compatible_release"

  /// Whether a request that failed so only says that the server cannot be reached now.
  static func meansOffline(_ code: HTTPClientError.Code) -> Bool {
    switch code {
    case .unreachable, .timeout, .tooSlow, .cutShort, .sendFailed: true
    case .invalidAddress, .invalidRequest, .tls, .tooLarge, .invalidResponse, .redirectRefused,
      .bodyUnreadable,
      .sinkFailed, .cancelled, .internalFailure:
      false
    }
  }

  private func read(_ response: HTTPResponse) throws(InstallerError) -> CheckAnswer {
    switch response.status {
    case 200:
      let release = try WireAnswer<LatestRelease>.read(response)
      try require(release.tree.fileCount > 0, "'data.tree.fileCount' is not positive", response)
      try require(!release.entryFile.isEmpty, "'data.entryFile' is empty", response)
      return .release(release)
    case _ where response.saysTryLater:
      return .unreachable(
        reason: "status_\(response.status)",
        message: "\(response.address) answers \(response.status); try again later")
    default:
      let problem = WireAnswer<Problem>.problem(in: response)
      if response.status == 404, problem?.code.rawValue == Self.noRelease {
        return .nothing(reason: (problem?.reason).map(EscapedName.of) ?? Self.noRelease)
      }
      throw InstallerError(
        .checkRefused, during: .check,
        "\(response.address) answers \(response.status)"
          + (problem.map { " (\(EscapedName.of($0.code.rawValue))): \(EscapedName.of($0.detail))" }
            ?? "; is that the address of a registry?")
      )
    }
  }

  private func require(_ holds: Bool, _ objection: String, _ response: HTTPResponse) throws(InstallerError) {
    guard !holds else { return }
    throw InstallerError(
      .invalidAnswer, during: .check,
      "the answer of \(response.address) breaks the wire contract: \(objection)")
  }
}
