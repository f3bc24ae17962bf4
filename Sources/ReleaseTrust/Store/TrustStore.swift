/// The trusted metadata on disk: one file for each role, byte for byte as it was received.
///
/// ```
/// root.json timestamp.json snapshot.json targets.json
/// ROLE.json            of a delegated role, its name percent-encoded without safe characters
/// .followed-roots      which roots were followed up to the kept one (`FollowedRoots`)
/// .incoming            being written
/// .forget-below-root   there is a root for which everything else has to go: its version, or its name in `FollowedRoots` when
///                      the store begins anew with it
/// ```
/// Every file is replaced atomically and synced, so a crash at any point leaves each file old or new. The folder is
/// locked as long as the value lives. Nothing read from it is trusted before its signatures are verified again.
package struct TrustStore: ~Copyable {
  private let folder: StoreFolder

  private static let followed = ".followed-roots"
  private static let forgetting = ".forget-below-root"
  private static let suffix = ".json"

  /// Opens the store in a folder, making it when it is missing; its parent has to exist.
  ///
  /// - Parameter waiting: whether to wait for another process that has it; else `trust_store_busy` is thrown.
  package init(folder path: String, waiting: Bool = true) throws(TrustError) {
    folder = try StoreFolder(path: path, waiting: waiting)
  }

  /// The path of the folder.
  package var path: String { folder.path }

  /// The kept file of a role; nil when there is none, and for what cannot be such a file.
  package func read(_ role: ExactText, maximumBytes: Int) throws(TrustError) -> [UInt8]? {
    try folder.read(Self.fileName(of: role), maximumBytes: maximumBytes)
  }

  /// Keeps the file of a role in place of the one before.
  package func write(_ bytes: [UInt8], of role: ExactText) throws(TrustError) {
    try folder.replace(Self.fileName(of: role), with: bytes)
  }

  /// Keeps a new root. With `.replacesOnlineKeys` everything else goes, also when the process is killed in between:
  /// then it goes at the next `finishForgetting`.
  package func write(
    root bytes: [UInt8], version: Int64, change: TrustedMetadata.RootChange
  ) throws(TrustError) {
    if change == .replacesOnlineKeys {
      try folder.replace(Self.forgetting, with: Array(String(version).utf8))
    }
    try write(bytes, of: TopLevelRole.root.name)
    if change == .replacesOnlineKeys { try finishForgetting(root: bytes, version: version) }
  }

  /// Begins anew with a root that has nothing to do with the kept one: everything else goes. When the process is killed in
  /// between, the store is what it was, or `finishForgetting` ends it.
  package func beginAnew(root bytes: [UInt8], version: Int64) throws(TrustError) {
    try folder.replace(Self.forgetting, with: Array(try FollowedRoots.name(of: bytes).utf8))
    try write(bytes, of: TopLevelRole.root.name)
    try finishForgetting(root: bytes, version: version)
  }

  /// Removes what a new root made worthless, if that was begun and not ended.
  ///
  /// - Parameters:
  ///   - bytes: the root that is kept.
  ///   - version: its version.
  package func finishForgetting(root bytes: [UInt8], version: Int64) throws(TrustError) {
    guard let reason = try folder.read(Self.forgetting, maximumBytes: 64) else { return }
    let text = String(decoding: reason, as: UTF8.self)
    // Of a lower version, or another one: the new root was never kept, so what is there still belongs to the old one.
    if let replaced = Int64(text) {
      if version >= replaced { try removeAllBelowRoot() }
    } else if text == (try FollowedRoots.name(of: bytes)) {
      try removeAllBelowRoot()
      try write(try FollowedRoots(beginningWith: bytes))
    }
    try folder.remove([Self.forgetting])
  }

  private func removeAllBelowRoot() throws(TrustError) {
    let root = Self.fileName(of: TopLevelRole.root.name)
    try folder.remove(try folder.names().filter { $0.hasSuffix(Self.suffix) && $0 != root })
  }

  /// The roots that were followed, among them the kept one, and perhaps one more that was to follow it; nil in a store that
  /// does not know.
  package func followedRoots() throws(TrustError) -> FollowedRoots? {
    try folder.read(Self.followed, maximumBytes: 1 << 20).flatMap { FollowedRoots(reading: $0) }
  }

  /// Says which roots were followed.
  package func write(_ roots: FollowedRoots) throws(TrustError) {
    try folder.replace(Self.followed, with: roots.fileBytes)
  }

  /// Adds a root to those that were followed, before it is kept; one that is kept is always among them. A store that does
  /// not know them goes on not knowing.
  package func noteFollowed(root bytes: [UInt8]) throws(TrustError) {
    guard let known = try followedRoots() else { return }
    let next = try known.following(bytes)
    if next != known { try write(next) }
  }

  private static func fileName(of role: ExactText) -> String { role.percentEncoded + suffix }
}
