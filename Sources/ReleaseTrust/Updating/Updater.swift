package import ReleaseModel

/// The client workflow (The Update Framework 1.0.34, 5.2 to 5.6): follows new roots, brings timestamp, snapshot and
/// targets up to date, and finds targets through the delegations.
///
/// It decides what to fetch and what to keep; what is trusted is decided by `TrustedMetadata`. One value is one run: its
/// reference time stays, and its store stays locked.
package struct Updater<Fetcher: MetadataFetcher>: ~Copyable {
  /// What is trusted so far.
  package private(set) var trusted: TrustedMetadata

  let store: TrustStore
  private let fetcher: Fetcher
  private let rootQuestion: RootQuestion
  /// The newest root, as long as it is not kept: when the kept one was damaged, roots are followed again that were
  /// followed before. What is kept below root is newer than the keys that they replace, and has to stay.
  private var unkeptRoot: [UInt8]?

  /// Starts from what is kept as long as the root that is pinned in the program belongs to it: as the kept root itself, as
  /// one that was followed on the way there, or as one that the kept root's keys signed to follow it. Else the program has
  /// the last word, and everything begins anew with its root, so that it can bring a way out of a lost one.
  ///
  /// Throws `trust_root_missing` when there is neither a kept nor a pinned root.
  ///
  /// - Parameter beginsAnew: whether a pinned root of another chain has the last word. Where a person names the root, and may
  ///   name a wrong one, it is refused with `other_trust_root` once anything was verified, and what is remembered stays.
  package init(
    store: consuming TrustStore, fetcher: Fetcher, pinnedRoot: [UInt8]? = nil, beginsAnew: Bool = true,
    referenceTime: Timestamp, rootQuestion: RootQuestion = .ownRequest,
    limits: MetadataLimits = MetadataLimits()
  ) throws(TrustError) {
    let start = try UpdaterStart(
      store, pinnedRoot, beginsAnew: beginsAnew, referenceTime: referenceTime, limits)
    trusted = start.trusted
    unkeptRoot = start.unkeptRoot
    self.rootQuestion = rootQuestion
    self.store = store
    self.fetcher = fetcher
  }

  /// Brings the four top-level roles up to date. What was verified before a failure is kept.
  package mutating func refresh() throws(TrustError) {
    switch rootQuestion {
    case .ownRequest:
      try followRoots()
      try updateTimestamp(nil)
    case .withTimestamp: try updateRootAndTimestamp()
    }
    try updateSnapshot()
    _ = try targets(by: trusted.root.authority(for: .targets))
  }

  /// Finds a target; nil when no role that may speak of it has it. Fetches the delegated roles that it has to ask.
  /// Call `refresh` first.
  package mutating func target(at path: ExactText) throws(TrustError) -> FoundTarget? {
    var walk = DelegationWalk(to: path, from: trusted.root, limit: trusted.limits.delegations)
    while let authority = try walk.next() {
      let metadata = try targets(by: authority)
      if let file = metadata.targets[path] {
        return try FoundTarget(
          path: path, role: authority.role, file: file,
          hasConsistentSnapshots: trusted.root.hasConsistentSnapshots)
      }
      walk.descend(into: metadata)
    }
    return nil
  }

  /// The metadata of a role that `targets` itself delegates to, with those of its target files that the delegation lets it
  /// speak of. Call `refresh` first.
  ///
  /// Throws `role_not_delegated` when `targets` does not name the role.
  package mutating func delegatedTargets(of role: ExactText) throws(TrustError) -> TargetsMetadata {
    let delegator = try targets(by: trusted.root.authority(for: .targets))
    guard let delegations = delegator.delegations,
      let delegated = delegations.roles.first(where: { $0.name == role })
    else {
      throw TrustError(
        .roleNotDelegated,
        "targets.json version \(delegator.version) does not name '\(role)', so nobody may speak for it; whoever signs"
          + " for 'targets' has to add it")
    }
    var metadata = try targets(by: delegations.authority(for: delegated))
    metadata.targets = metadata.targets.filter { delegated.scope.covers($0.key) }
    return metadata
  }

  /// 5.3
  mutating func followRoots() throws(TrustError) {
    for _ in 0..<trusted.limits.rootRotations {
      let (next, isOverflow) = trusted.root.version.addingReportingOverflow(1)
      guard !isOverflow,
        let bytes = try fetchIfPresent("\(next).root.json", maximumBytes: trusted.limits.rootBytes)
      else { break }
      let change = try trusted.update(root: bytes)
      try store.noteFollowed(root: bytes)
      if unkeptRoot == nil {
        try store.write(root: bytes, version: trusted.root.version, change: change)
      } else {
        unkeptRoot = bytes
      }
    }
    try finishRoots()
  }

  /// What is left of 5.3 once there is no newer root.
  mutating func finishRoots() throws(TrustError) {
    if let root = unkeptRoot {
      try store.write(root: root, version: trusted.root.version, change: .keepsOnlineKeys)
      unkeptRoot = nil
    }
    try trusted.requireUnexpiredRoot()
  }

  /// 5.4
  ///
  /// - Parameter fetched: the file, when it was fetched already.
  mutating func updateTimestamp(_ fetched: [UInt8]?) throws(TrustError) {
    if let kept = try store.read("timestamp", maximumBytes: trusted.limits.timestampBytes) {
      try Self.tolerate { () throws(TrustError) in try trusted.recall(timestamp: kept) }
    }
    let bytes: [UInt8]
    if let fetched {
      bytes = fetched
    } else {
      bytes = try fetch(Self.timestampName, maximumBytes: trusted.limits.timestampBytes)
    }
    if try trusted.update(timestamp: bytes) == .replaced { try store.write(bytes, of: "timestamp") }
  }

  /// 5.5
  private mutating func updateSnapshot() throws(TrustError) {
    if let kept = try store.read("snapshot", maximumBytes: trusted.limits.snapshotBytes) {
      try Self.tolerate { () throws(TrustError) in try trusted.recall(snapshot: kept) }
    }
    guard trusted.currentSnapshot == nil else { return }
    let stated = try trusted.statedSnapshot()
    let bytes = try fetch(stated, of: "snapshot", limit: trusted.limits.snapshotBytes)
    try trusted.update(snapshot: bytes)
    try store.write(bytes, of: "snapshot")
  }

  /// 5.6: the metadata of a targets role, from memory, from the store, or fetched.
  private mutating func targets(by authority: RoleAuthority) throws(TrustError) -> TargetsMetadata {
    if let loaded = try trusted.loadedTargets(by: authority) { return loaded }
    let stated = try trusted.statedFile(of: authority.role)
    if let kept = try store.read(authority.role, maximumBytes: trusted.limits.targetsBytes) {
      var current: TargetsMetadata?
      try Self.tolerate { () throws(TrustError) in current = try trusted.recall(targets: kept, by: authority)
      }
      if let current { return current }
    }
    let bytes = try fetch(stated, of: authority.role, limit: trusted.limits.targetsBytes)
    let metadata = try trusted.update(targets: bytes, by: authority)
    try store.write(bytes, of: authority.role)
    return metadata
  }

  /// A kept file that is damaged, or that today's keys did not sign, counts as none. But one that shows a rollback is
  /// proof of it.
  private static func tolerate(_ recall: () throws(TrustError) -> Void) throws(TrustError) {
    do throws(TrustError) {
      try recall()
    } catch {
      if error.code == .versionRollback || error.code == .cryptographyFailed { throw error }
    }
  }

  private func fetch(_ stated: MetaFile, of role: ExactText, limit: Int) throws(TrustError) -> [UInt8] {
    let name = "\(role.percentEncoded).json"
    let length = stated.length ?? Int64(limit)
    guard length <= limit else {
      throw TrustError(
        .metadataTooLong, "'\(name)' is stated to have \(length) bytes; more than \(limit) are not accepted")
    }
    return try fetch(
      trusted.root.hasConsistentSnapshots ? "\(stated.version).\(name)" : name, maximumBytes: Int(length))
  }

  private func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> [UInt8] {
    guard let bytes = try fetchIfPresent(name, maximumBytes: maximumBytes) else {
      throw TrustError(.metadataNotFound, "the repository has no '\(name)'")
    }
    return bytes
  }

  private func fetchIfPresent(_ name: String, maximumBytes: Int) throws(TrustError) -> [UInt8]? {
    try Self.bytes(try fetcher.fetch(name, maximumBytes: maximumBytes), of: name, maximumBytes: maximumBytes)
  }

  /// The timestamp as it came, nil when there is none, and the root that was named along with it.
  func fetchTimestamp() throws(TrustError) -> (bytes: [UInt8]?, newestRoot: Int64?) {
    let limit = trusted.limits.timestampBytes
    let answer = try fetcher.fetchTimestamp(maximumBytes: limit)
    let bytes = try Self.bytes(answer.metadata, of: Self.timestampName, maximumBytes: limit)
    return (bytes, answer.newestRoot)
  }

  private static var timestampName: String { "timestamp.json" }

  private static func bytes(
    _ fetched: FetchedMetadata, of name: String, maximumBytes: Int
  ) throws(TrustError) -> [UInt8]? {
    guard case .bytes(let bytes) = fetched else { return nil }
    guard bytes.count <= maximumBytes else {
      throw TrustError(
        .metadataTooLong, "'\(name)' has more than \(maximumBytes) bytes, which is all that is accepted of it"
      )
    }
    return bytes
  }
}
