import HTTPServer
import ReleaseModel

/// `GET /native-app/updates/check`: whether a native wrapper is current, should update, or must.
struct NativeCheck: Sendable {
  let registry: Registry

  private static let names: [StaticString] = ["channel", "platform", "wrapperVersion"]

  func callAsFunction(_ head: RequestHead) -> Response {
    let snapshot = registry.snapshots.current
    return registry.answer(.native, Self.names, of: head, from: snapshot) { () throws(RegistryError) in
      try decide(head, snapshot)
    }
  }

  private func decide(_ head: RequestHead, _ snapshot: RegistrySnapshot) throws(RegistryError)
    -> PreparedResponse
  {
    var parameters = PublicParameters(head)
    let (channel, platform, wrapperVersion) = try parameters.native()
    return try registry.answers.data(
      NativeUpdateAnswer(
        wrapperVersion: wrapperVersion, channel: channel, platform: platform,
        policy: snapshot.policy(channel, platform)))
  }
}
