import ReleaseTrust

/// What this machine saw of a registry's metadata before, as versions.
struct RememberedVersions {
  /// A role whose version is lower than what this machine saw; `new` is nil when it is gone.
  struct Fall {
    let role: ExactText
    let old: Int64
    let new: Int64?
  }

  private let root: Int64?
  private let timestamp: Int64?
  private let snapshot: SnapshotMetadata?

  /// Reads the folder that verified metadata is kept in. What cannot be read as metadata says nothing.
  init(in folder: String) throws(TrustError) {
    let store = try TrustStore(folder: folder)
    let limits = MetadataLimits()
    let root: RootMetadata? = try Self.content(of: .root, in: store, limits.rootBytes)
    let timestamp: TimestampMetadata? = try Self.content(of: .timestamp, in: store, limits.timestampBytes)
    self.root = root?.version
    self.timestamp = timestamp?.version
    snapshot = try Self.content(of: .snapshot, in: store, limits.snapshotBytes)
  }

  /// The roles that fell, in the order of their names below timestamp and snapshot.
  ///
  /// Throws `restored_before_root` when root itself fell: no root can be made then that devices take.
  func falls(to trusted: TrustedMetadata) throws -> [Fall] {
    if let root, root > trusted.root.version {
      throw CommandError(
        .integrity, "restored_before_root",
        "the registry has version \(trusted.root.version) of root, and this machine saw version \(root)",
        hint:
          "publish the ceremonies since the backup again, the oldest first: 'relctl trust publish FILE'; then rotate"
      )
    }
    var falls: [Fall] = []
    func compare(_ role: ExactText, _ old: Int64?, _ new: Int64?) {
      guard let old, new ?? 0 < old else { return }
      falls.append(Fall(role: role, old: old, new: new))
    }
    compare(TopLevelRole.timestamp.name, timestamp, trusted.timestamp?.version)
    compare(TopLevelRole.snapshot.name, snapshot?.version, trusted.snapshot?.version)
    for role in (snapshot?.roles ?? []).sorted() {
      compare(role, snapshot?.file(of: role)?.version, trusted.snapshot?.file(of: role)?.version)
    }
    return falls
  }

  /// A kept file, of which no signature is verified; nil when there is none, or a damaged one.
  static func content<Content: SignedMetadata>(
    of role: TopLevelRole, in store: borrowing TrustStore, _ limit: Int
  ) throws(TrustError) -> Content? {
    guard let bytes = try store.read(role.name, maximumBytes: limit) else { return nil }
    do throws(TrustError) {
      return try RepositoryFile(parsing: bytes, maximumBytes: limit).content
    } catch {
      // A damaged file: the updater takes it for none as well.
      return nil
    }
  }
}
