import ReleaseModel

/// The releases on a server.
struct ReleaseCollection {
  let client: RegistryClient

  /// Every release of one channel, or of all: drafts first, then the newest.
  func all(of channel: Channel?) throws -> [JSONValue] {
    if let channel { return try list(channel.name) }
    return try channels().flatMap(list).sorted { place(of: $0) > place(of: $1) }
  }

  /// The names of the channels that have releases.
  func channels() throws -> [String] {
    try client.all(.init(path: ["channels"])).compactMap { $0["channel"]?.text }
  }

  private func list(_ channel: String) throws -> [JSONValue] {
    try client.all(.init(path: ["channels", channel, "releases"], query: [("limit", "200")]))
  }

  private func place(of release: JSONValue) -> Int64 { release["sequence"]?.integer ?? .max }
}
