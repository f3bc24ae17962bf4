import HTTPClient
import ReleaseModel
import ReleaseTrust

/// What a registry published before anybody signed releases there: a channel's first metadata has to list it.
struct UnsignedReleases {
  /// Published and paused releases by the channel, in the order of their publish.
  let releases: [Channel: [SignedRelease]]

  private let collection: ReleaseCollection

  /// Asks the registry. Nobody has verified what it answers: the signers read it in 'relctl trust review'.
  init(of client: RegistryClient, on channels: some Collection<Channel>) throws {
    collection = ReleaseCollection(client: client)
    var releases: [Channel: [SignedRelease]] = [:]
    for channel in channels { releases[channel] = try Self.offered(try collection.all(of: channel)) }
    self.releases = releases
  }

  /// Warns about channels that have releases and get no key: nobody could publish there any more.
  func warnAboutOthers(_ console: Console) throws {
    for name in try collection.channels() {
      let channel = try Channel(parsing: name)
      guard releases[channel] == nil else { continue }
      let count = try Self.offered(try collection.all(of: channel)).count
      guard count > 0 else { continue }
      console.warn(
        "'\(channel)' has \(Sentence.count(count, "published release")) and no key: nobody can publish there, and devices "
          + "that pin the root are offered nothing there; add --channel \(channel)=NAME",
        code: "channel_without_key")
    }
  }

  private static func offered(_ releases: [JSONValue]) throws -> [SignedRelease] {
    try releases.filter { ["published", "paused"].contains($0["state"]?.text) }
      .map { try $0.decoded(as: WebRelease.self) }
      .compactMap { release in release.sequence.map { SignedRelease(release, sequence: $0) } }
      .sorted { $0.sequence < $1.sequence }
  }
}
