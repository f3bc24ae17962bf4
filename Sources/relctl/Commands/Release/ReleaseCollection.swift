import ReleaseModel

/// The releases on a server.
struct ReleaseCollection {
  let client: RegistryClient

  /// Every release of one channel, or of all, the newest first.
  func all(of channel: Channel?) throws -> [JSONValue] {
    let path = channel.map { ["channels", $0.name, "releases"] } ?? ["releases"]
    return try client.all(.init(path: path))
  }
}
