import HTTPClient
import ReleaseBundle
import ReleaseModel

/// Asks the server which release this device is to run.
///
/// An installation asks with `requireServer`: what was kept is the server's word of then, and only its word of now (a 304
/// included) says that a release is not paused. Kept answers are for showing (docs/decisions/0010).
struct ReleaseCheck {
  let client: HTTPClient
  let cache: ReadCache

  /// Sends the question. Being offline is an answer; what breaks the wire contract, or says that the question is
  /// wrong, is an error.
  func ask(
    _ source: ReleaseSource, _ mode: ReadMode, cancellation: Cancellation?
  ) throws(InstallerError) -> (CheckAnswer, ReadAnswer?) {
    let question = WireQuestion(client: client, cache: cache, address: try address(for: source))
    let outcome = try question.ask(
      mode, cancellation: cancellation, isUsable: WireAnswer<LatestRelease>.isReadable)
    switch outcome {
    case .answer(let answer): return (.release(try release(answer.body, question.address)), answer)
    case .refused(let status, let body): return (try refusal(status, body, question.address), nil)
    case .unreachable(let reason, let message):
      return (.unreachable(reason: reason, message: message), nil)
    }
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

  private func address(for source: ReleaseSource) throws(InstallerError) -> WebAddress {
    var query = [("channel", source.channel.name), ("wrapperVersion", source.wrapperVersion.description)]
    if let cohort = source.cohort { query.append(("cohort", String(cohort.value))) }
    do throws(HTTPClientError) {
      return try source.server.appending(path: ["mobile-web", "releases", "latest"], query: query)
    } catch {
      throw InstallerError(check: error)
    }
  }

  private func release(_ body: [UInt8], _ address: WebAddress) throws(InstallerError) -> LatestRelease {
    let release = try WireAnswer<LatestRelease>.read(body, of: address)
    try require(release.tree.fileCount > 0, "'data.tree.fileCount' is not positive", address)
    try require(!release.entryFile.isEmpty, "'data.entryFile' is empty", address)
    return release
  }

  private func refusal(
    _ status: Int, _ body: [UInt8], _ address: WebAddress
  ) throws(InstallerError) -> CheckAnswer {
    if HTTPResponse.saysTryLater(status) {
      return .unreachable(
        reason: "status_\(status)", message: "\(address) answers \(status); try again later")
    }
    let problem = WireAnswer<Problem>.problem(in: body)
    if status == 404, problem?.code.rawValue == Self.noRelease {
      return .nothing(reason: (problem?.reason).map(EscapedName.of) ?? Self.noRelease)
    }
    throw InstallerError(
      .checkRefused, during: .check,
      "\(address) answers \(status)"
        + (problem.map { " (\(EscapedName.of($0.code.rawValue))): \(EscapedName.of($0.detail))" }
          ?? "; is that the address of a registry?")
    )
  }

  private func require(_ holds: Bool, _ objection: String, _ address: WebAddress) throws(InstallerError) {
    guard !holds else { return }
    throw InstallerError(
      .invalidAnswer, during: .check,
      "the answer of \(address) breaks the wire contract: \(objection)")
  }
}
