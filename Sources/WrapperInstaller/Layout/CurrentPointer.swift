import ReleaseModel

/// What `current.json` says: which release the device runs, and which it can go back to. Replacing this file is the
/// one act that makes an installation count.
struct CurrentPointer: Hashable, Codable {
  /// The version of this form. The one before is read, too; a file with any other is not read but rebuilt.
  static let schemaVersion = 2

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

  /// What a file of the form before means now: it counted the launches that began and not those that failed, so no launch
  /// has failed yet.
  func upgradedFromFirstSchema() -> CurrentPointer {
    func untried(_ record: ReleaseRecord?) -> ReleaseRecord? {
      var record = record
      record?.attempts = 0
      return record
    }
    var next = self
    next.schemaVersion = Self.schemaVersion
    next.current = untried(current)
    next.previous = untried(previous)
    next.lastGood = untried(lastGood)
    return next
  }

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
