import HTTPServer
import ReleaseModel

/// `GET /native-app/updates/check`: whether a native wrapper is current, should update, or must.
struct NativeCheck: Sendable {
  let registry: Registry

  private static let names: [StaticString] = ["channel", "platform", "wrapperVersion"]

  func callAsFunction(_ head: RequestHead) -> Response {
    let snapshot = registry.snapshots.current
    if let answer = CheckQuestion.with(.native, Self.names, of: head, snapshot.answers.response) {
      registry.counters.countNativeCheck(answer.status)
      return Response(answer)
    }
    do throws(RegistryError) {
      let answer = try decide(head, snapshot)
      _ = CheckQuestion.with(.native, Self.names, of: head) { snapshot.answers.keep(answer, for: $0) }
      registry.counters.countNativeCheck(answer.status)
      return Response(answer)
    } catch {
      let response = ProblemResponse.of(error)
      registry.counters.countNativeCheck(response.status)
      return response
    }
  }

  private func decide(_ head: RequestHead, _ snapshot: RegistrySnapshot) throws(RegistryError)
    -> PreparedResponse
  {
    var parameters = PublicParameters(head)
    let channel = parameters.channel()
    let platform = parameters.platform()
    let wrapperVersion = parameters.wrapperVersion()
    try parameters.check()
    guard let channel, let platform, let wrapperVersion else {
      throw RegistryError(.internalError, "a parameter was lost")
    }
    return try registry.answers.data(
      NativeUpdateAnswer(
        wrapperVersion: wrapperVersion, channel: channel, platform: platform,
        policy: snapshot.policy(channel, platform)))
  }
}
