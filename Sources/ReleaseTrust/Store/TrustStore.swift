/// The trusted metadata on disk: one file for each role, byte for byte as it was received.
///
/// ```
/// root.json timestamp.json snapshot.json targets.json
/// ROLE.json            of a delegated role, its name percent-encoded without safe characters
/// .incoming            being written
/// .forget-below-root   there is a root of this version for which everything else has to go
/// ```
/// Every file is replaced atomically and synced, so a crash at any point leaves each file old or new. The folder is
/// locked as long as the value lives. Nothing read from it is trusted before its signatures are verified again.
package struct TrustStore: ~Copyable {
  private let folder: StoreFolder

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
    if change == .replacesOnlineKeys { try finishForgetting(rootVersion: version) }
  }

  /// Removes what a new root made worthless, if that was begun and not ended.
  ///
  /// - Parameter rootVersion: the version of the root that is kept.
  package func finishForgetting(rootVersion: Int64) throws(TrustError) {
    guard let bytes = try folder.read(Self.forgetting, maximumBytes: 64) else { return }
    let root = Self.fileName(of: TopLevelRole.root.name)
    // Of a lower version: the new root was never kept, so what is there still belongs to the old one.
    if let version = Int64(String(decoding: bytes, as: UTF8.self)), rootVersion >= version {
      try folder.remove(try folder.names().filter { $0.hasSuffix(Self.suffix) && $0 != root })
    }
    try folder.remove([Self.forgetting])
  }

  private static func fileName(of role: ExactText) -> String { role.percentEncoded + suffix }
}
