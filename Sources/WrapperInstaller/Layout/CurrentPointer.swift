import ReleaseModel

/// What `current.json` says: which release the device runs, and which it can go back to. Replacing this file is the
/// one act that makes an installation count.
struct CurrentPointer: Hashable, Codable {
  /// The version of this form; a file with another one is not read but rebuilt.
  static let schemaVersion = 1

  private(set) var schemaVersion = CurrentPointer.schemaVersion
  /// The release to start; nil for the one that is built into the app.
  var current: ReleaseRecord?
  /// The release that was current before.
  var previous: ReleaseRecord?
  /// The release that last confirmed that it works.
  var lastGood: ReleaseRecord?
  /// The launch that began last.
  var launch: LaunchRecord?
  /// Where the release that is built into the app was last seen, for calls that do not say.
  var builtIn: BuiltInRelease?

  init() {}

  /// The releases to start or to go back to, best first, each once.
  var candidates: [ReleaseRecord] {
    var candidates: [ReleaseRecord] = []
    // What confirmed that it works is a better place to go back to than what merely came before.
    let rest = previous?.state == .healthy ? [previous, lastGood] : [lastGood, previous]
    for case let record? in [current] + rest where !candidates.contains(where: record.isSameRelease) {
      candidates.append(record)
    }
    return candidates
  }
}

/// A launch that began.
struct LaunchRecord: Hashable, Codable {
  /// The digest of the launch token; the token itself is only in the hands of the page.
  let tokenSha256: Digest
  /// The release that was started; nil for the built-in one.
  let release: ReleaseRecord?
  let startedAt: Timestamp
}
