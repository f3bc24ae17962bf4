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

  /// Warns about a channel without releases where others have some: its name is probably misspelled.
  func warnAboutEmpty(_ channel: Channel, _ console: Console) throws {
    Self.warnAboutEmpty(channel, among: try channels(), console)
  }

  /// The same, where it is known which channels have releases.
  static func warnAboutEmpty(_ channel: Channel, among others: [String], _ console: Console) {
    guard !others.isEmpty, !others.contains(channel.name) else { return }
    let near = name(near: channel, among: others)
    let list = "these channels have some: \(others.joined(separator: ", "))"
    console.warn(
      "no release was ever made on '\(channel)'; \(near.map { "did you mean '\($0)'? \(list)" } ?? list)",
      code: "channel_without_releases")
  }

  /// The channel that was probably meant; nil when none has such a name.
  func channel(near channel: Channel) throws -> String? { Self.name(near: channel, among: try channels()) }

  private static func name(near channel: Channel, among others: [String]) -> String? {
    EditDistance.suggestion(for: channel.name, amongOrBeginning: others)
  }

  private func list(_ channel: String) throws -> [JSONValue] {
    try client.all(.init(path: ["channels", channel, "releases"], query: [("limit", "200")]))
  }

  private func place(of release: JSONValue) -> Int64 { release["sequence"]?.integer ?? .max }
}
