import ReleaseModel

/// Everything the device knows of a release that it has on disk, taken from the answer that it was installed by.
struct ReleaseRecord: Hashable, Codable {
  let version: SemanticVersion
  let channel: Channel
  let sequence: Int64
  /// The digest of the archive; this is what gets blocked.
  let artifactSha256: Digest
  /// What the folder must hold.
  let tree: TreeSummary
  let entryFile: String
  let wrapperRange: VersionRange
  let apiContractRange: VersionRange
  let installedAt: Timestamp
  var state: State
  /// How many launches ended without the page's word that it works, while the release was pending.
  @Counted var attempts: Int
  /// Whether signed metadata vouched for it when it was installed; a record that does not say is of no such release.
  private(set) var signed: Bool?
  /// The stamp of its files (`TreeStamp`) when they were last read and found right; nil when they have to be read.
  var stamp: Digest?
  /// Which of the folders of its version is its own; nil for the first one.
  private(set) var place: Int?

  /// Whether the release has shown that it works.
  enum State: String, Codable {
    /// Installed, and not confirmed by its page yet.
    case pending
    /// Its page confirmed that it works.
    case healthy
  }

  /// The folder of its files: its version, with a number behind it where another release of that version was there first.
  var folderName: String { place.map { "\(version)~\($0)" } ?? version.description }

  /// The numbers that can be behind a version.
  static let places = 2...9

  /// Whether the channel's keys signed it, which was verified when it was installed.
  var isSigned: Bool { signed == true }

  /// - Parameter isSigned: whether the answer was compared with what was signed.
  init(installing release: LatestRelease, isSigned: Bool = false, at time: Timestamp) {
    version = release.releaseVersion
    channel = release.channel
    sequence = release.sequence
    artifactSha256 = release.sha256
    tree = release.tree
    entryFile = release.entryFile
    wrapperRange = release.wrapperRange
    apiContractRange = release.apiContractRange
    installedAt = time
    state = .pending
    attempts = 0
    signed = isSigned
  }

  /// Whether both mean the same installed bytes under the same name.
  func isSameRelease(as other: ReleaseRecord) -> Bool {
    version == other.version && tree.sha256 == other.tree.sha256
  }

  /// The same release in a folder that is of none of the others, so that installing it leaves their trees as they are; in
  /// its own folder when it is one of them.
  func placed(besides others: [ReleaseRecord]) -> ReleaseRecord {
    var record = self
    if let known = others.first(where: isSameRelease) {
      record.place = known.place
      return record
    }
    let taken = others.map(\.folderName)
    var free = Self.places.makeIterator()
    while taken.contains(record.folderName), let place = free.next() { record.place = place }
    return record
  }

  /// The same release, to be proven anew.
  func asPending() -> ReleaseRecord {
    var record = self
    record.state = .pending
    record.attempts = 0
    record.stamp = nil
    return record
  }

  /// The same release, its files found right.
  func stamped(_ stamp: Digest) -> ReleaseRecord {
    var record = self
    record.stamp = stamp
    return record
  }
}

/// What a file of `releases/.records` says; its name is that of the release's folder.
struct RecordFile: Hashable, Codable {
  static let schemaVersion = 1

  private(set) var schemaVersion = RecordFile.schemaVersion
  let release: ReleaseRecord

  init(release: ReleaseRecord) { self.release = release }
}
