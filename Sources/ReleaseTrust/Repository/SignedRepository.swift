/// Everything that a repository serves at one moment; its files belong together.
package struct SignedRepository: Sendable, Hashable {
  package let offline: OfflineMetadata
  package let online: OnlineMetadata

  package init(offline: OfflineMetadata, online: OnlineMetadata) {
    self.offline = offline
    self.online = online
  }

  /// One file, as it is kept and served.
  package struct File: Sendable, Hashable {
    package let role: ExactText
    package let version: Int64
    package let bytes: [UInt8]

    package init(role: ExactText, version: Int64, bytes: [UInt8]) {
      self.role = role
      self.version = version
      self.bytes = bytes
    }

    init(_ role: ExactText, _ file: RepositoryFile<some SignedMetadata>) {
      self.init(role: role, version: file.content.version, bytes: file.bytes)
    }
  }

  /// The newest file of every role: root first, timestamp last, as they have to appear.
  package var files: [File] {
    let channels = offline.channels.sorted { $0.key < $1.key }.map { File($0.key, $0.value) }
    return [File(TopLevelRole.root.name, offline.root), File(TopLevelRole.targets.name, offline.targets)]
      + channels + [
        File(ReleaseRole.status, online.status), File(TopLevelRole.snapshot.name, online.snapshot),
        File(TopLevelRole.timestamp.name, online.timestamp),
      ]
  }

  /// The files that were not part of another state.
  package func files(since previous: SignedRepository?) -> [File] {
    let known = Set((previous?.files ?? []).map { Name(role: $0.role, version: $0.version) })
    return files.filter { !known.contains(Name(role: $0.role, version: $0.version)) }
  }

  private struct Name: Hashable {
    let role: ExactText
    let version: Int64
  }

  /// Reads the newest file of every role, as they are kept; nil when there is no root. Verifies no signature.
  ///
  /// Throws `missing_metadata` when files are gone that belong to it.
  package init?(reading files: [File], limits: MetadataLimits = MetadataLimits()) throws(TrustError) {
    var rest = Dictionary(files.map { ($0.role, $0) }) { first, _ in first }
    guard rest[TopLevelRole.root.name] != nil else { return nil }
    func take<Content: SignedMetadata>(_ role: ExactText, _ limit: Int) throws(TrustError)
      -> RepositoryFile<Content>
    {
      guard let file = rest.removeValue(forKey: role) else {
        throw TrustError(.missingMetadata, "there is a root, but no metadata of '\(role)'")
      }
      do throws(TrustError) {
        return try RepositoryFile(parsing: file.bytes, maximumBytes: limit)
      } catch {
        throw error.naming("the kept metadata '\(role)' version \(file.version)")
      }
    }
    online = OnlineMetadata(
      status: try take(ReleaseRole.status, limits.targetsBytes),
      snapshot: try take(TopLevelRole.snapshot.name, limits.snapshotBytes),
      timestamp: try take(TopLevelRole.timestamp.name, limits.timestampBytes))
    let root: RepositoryFile<RootMetadata> = try take(TopLevelRole.root.name, limits.rootBytes)
    let targets: RepositoryFile<TargetsMetadata> = try take(TopLevelRole.targets.name, limits.targetsBytes)
    var channels: [ExactText: RepositoryFile<TargetsMetadata>] = [:]
    for role in rest.keys.sorted() { channels[role] = try take(role, limits.targetsBytes) }
    offline = OfflineMetadata(root: root, targets: targets, channels: channels)
  }
}
