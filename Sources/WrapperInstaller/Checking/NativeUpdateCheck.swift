import HTTPClient
import ReleaseModel

/// Asks the server whether this wrapper itself should be updated in the store.
struct NativeUpdateCheck {
  let client: HTTPClient
  let cache: ReadCache

  /// Asks, or takes what was kept as far as the mode allows. Every trouble is an error or makes less of the advice, so that none
  /// can be taken for "required".
  func ask(
    _ source: ReleaseSource, _ mode: ReadMode, cancellation: Cancellation?
  ) throws(InstallerError) -> NativeUpdateAdvice {
    let question = WireQuestion(client: client, cache: cache, address: try address(for: source))
    let outcome = try question.ask(
      mode, cancellation: cancellation, isUsable: WireAnswer<NativeUpdateAnswer>.isReadable)
    switch outcome {
    case .answer(let answer): return try advice(answer, for: source, question.address)
    case .refused(let status, _):
      throw InstallerError(
        HTTPResponse.saysTryLater(status) ? .checkFailed : .checkRefused, during: .check,
        "\(question.address) answers \(status); try again later")
    case .unreachable(_, let message):
      throw InstallerError(.checkFailed, during: .check, message)
    }
  }

  private func address(for source: ReleaseSource) throws(InstallerError) -> WebAddress {
    do throws(HTTPClientError) {
      return try source.server.appending(
        path: ["native-app", "updates", "check"],
        query: [
          ("channel", source.channel.name), ("platform", source.platform.rawValue),
          ("wrapperVersion", source.wrapperVersion.description),
        ])
    } catch {
      throw InstallerError(check: error)
    }
  }

  private func advice(
    _ kept: ReadAnswer, for source: ReleaseSource, _ address: WebAddress
  ) throws(InstallerError) -> NativeUpdateAdvice {
    let answer = try WireAnswer<NativeUpdateAnswer>.read(kept.body, of: address)
    guard answer.channel == source.channel, answer.platform == source.platform,
      answer.wrapperVersion == source.wrapperVersion
    else {
      throw InstallerError(
        .invalidAnswer, during: .check,
        "\(address) answers for another channel, platform or wrapper than the one that asked")
    }
    guard answer.severity == answer.status.severity else {
      throw InstallerError(
        .invalidAnswer, during: .check,
        "\(address) answers '\(answer.status.rawValue)' and '\(answer.severity.rawValue)', which contradict "
          + "each other")
    }
    return NativeUpdateAdvice(answer, isStale: kept.source.isStale)
  }
}
