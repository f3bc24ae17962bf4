import HTTPClient
import ReleaseModel

/// Asks the server whether this wrapper itself should be updated in the store.
struct NativeUpdateCheck {
  let client: HTTPClient

  /// Sends the question. Every trouble is an error, so that none can be taken for "required".
  func ask(_ source: ReleaseSource, cancellation: Cancellation?) throws(InstallerError) -> NativeUpdateAdvice
  {
    let response: HTTPResponse
    do throws(HTTPClientError) {
      let address = try source.server.appending(
        path: ["native-app", "updates", "check"],
        query: [
          ("channel", source.channel.name), ("platform", source.platform.rawValue),
          ("wrapperVersion", source.wrapperVersion.description),
        ])
      response = try client.send(HTTPRequest(.get, address), cancellation: cancellation)
    } catch {
      throw InstallerError(check: error)
    }
    guard response.status == 200 else {
      throw InstallerError(
        response.saysTryLater ? .checkFailed : .checkRefused, during: .check,
        "\(response.address) answers \(response.status); try again later")
    }
    let answer = try WireAnswer<NativeUpdateAnswer>.read(response)
    guard answer.channel == source.channel, answer.platform == source.platform,
      answer.wrapperVersion == source.wrapperVersion
    else {
      throw InstallerError(
        .invalidAnswer, during: .check,
        "\(response.address) answers for another channel, platform or wrapper than the one that asked")
    }
    guard answer.severity == answer.status.severity else {
      throw InstallerError(
        .invalidAnswer, during: .check,
        "\(response.address) answers '\(answer.status.rawValue)' and '\(answer.severity.rawValue)', which contradict "
          + "each other")
    }
    return NativeUpdateAdvice(answer)
  }
}
