import Cryptography
import Glibc
import ReleaseModel

/// The files of a cache, for one scope.
///
/// One flat folder holds all scopes: `<scope>-<group>-<name>.entry` and `<scope>.generation`, each part hashed. The
/// generation changes with every invalidation: what was asked before one is not kept after it.
struct CacheStore: Sendable {
  let folder: String
  let scope: DataScope
  let limits: CacheLimits

  private static let entrySuffix = ".entry"
  private static let generationSuffix = ".generation"
  private static let maximumGenerationBytes = 64

  /// The answer that is there; nil when there is none, or none that can be believed.
  func entry(for key: ReadKey) throws(InstallerError) -> CacheEntry? {
    guard let folder = try existing() else { return nil }
    return try entry(for: key, in: folder)
  }

  /// Which invalidation was the last; nil when there was none.
  func generation() throws(InstallerError) -> [UInt8]? {
    guard let folder = try existing() else { return nil }
    return try generation(in: folder)
  }

  /// Keeps an answer that was just handed out, or else removes what is there: nothing older is used after it.
  ///
  /// It is not kept when something was invalidated since `generation`. Nor when another answer came meanwhile than the one
  /// that was there before the server was asked: nobody knows which of the two is newer, so neither stays.
  func keep(
    _ entry: CacheEntry, for key: ReadKey, asOf generation: [UInt8]?, replacing before: CacheEntry?
  ) throws(InstallerError) {
    let folder = try opened()
    let file = file(key)
    try folder.alone { () throws(InstallerError) in
      guard try self.generation(in: folder) == generation else { return try folder.remove(file.name) }
      let there = try self.entry(for: key, in: folder)
      guard there == nil || there == before || there?.body == entry.body else {
        return try forget(.key(key), in: folder)
      }
      try folder.put(file.name, try file.bytes(of: entry, during: .cache))
      try Self.setTime(of: file.name, to: entry.storedAt, in: folder)
      try CacheTrim(limits: limits, now: entry.storedAt).run(in: folder, sparing: file.name)
    }
  }

  /// Forgets one answer, a group's answers, or everything of the scope; nobody who asked before keeps what comes.
  func forget(_ which: Selection) throws(InstallerError) {
    // Made when it is missing: whoever asked before there was a folder has to find that something changed.
    let folder = try opened()
    try folder.alone { () throws(InstallerError) in try forget(which, in: folder) }
  }

  private func forget(_ which: Selection, in folder: borrowing FolderHandle) throws(InstallerError) {
    try replaceGeneration(in: folder)
    for name in try folder.names() where matches(name, which) { try folder.remove(name) }
    // After a power cut nothing may be back that a write has made untrue.
    try folder.sync()
  }

  /// What is to be forgotten.
  enum Selection {
    case key(ReadKey)
    case group(String)
    case all
  }

  /// The digest that an entry carries.
  func digest(_ key: ReadKey) -> Digest {
    HashedName.digest(of: [scope.digest.description, key.group, key.name])
  }

  /// Whether a name is one of an entry, of whichever scope.
  static func isEntry(_ name: String) -> Bool { name.hasSuffix(entrySuffix) && !name.hasPrefix(".") }

  /// Whether a name is one of a generation, of whichever scope.
  static func isGeneration(_ name: String) -> Bool {
    name.hasSuffix(generationSuffix) && !name.hasPrefix(".")
  }

  /// The time of a file is what it is as old as, so that the oldest is found without reading.
  static func setTime(
    of name: String, to seconds: Int64, in folder: borrowing FolderHandle
  ) throws(InstallerError) {
    let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    let times = [time, time]
    _ = try systemCall { utimensat(folder.descriptor, name, times, AT_SYMLINK_NOFOLLOW) }
      .orThrow("cannot date", path: folder.path(name), stage: .cache)
  }

  private func matches(_ name: String, _ which: Selection) -> Bool {
    guard Self.isEntry(name) else { return false }
    switch which {
    case .key(let key): return name == file(key).name
    case .group(let group): return name.hasPrefix("\(prefix)-\(Self.hashed(group))-")
    case .all: return name.hasPrefix("\(prefix)-")
    }
  }

  private func entry(
    for key: ReadKey, in folder: borrowing FolderHandle
  ) throws(InstallerError) -> CacheEntry? {
    guard case .value(let entry) = try file(key).read(in: folder), entry.key == digest(key) else {
      return nil
    }
    return entry
  }

  private var prefix: String { HashedName.text(scope.digest) }
  private var generationName: String { prefix + Self.generationSuffix }

  private static func hashed(_ text: String) -> String { HashedName.text(HashedName.digest(of: [text])) }

  private func file(_ key: ReadKey) -> SealedFile<CacheEntry> {
    SealedFile(
      name: "\(prefix)-\(Self.hashed(key.group))-\(Self.hashed(key.name))\(Self.entrySuffix)",
      schemaVersion: CacheEntry.schemaVersion,
      // Base64 makes four bytes of three; names and numbers take the rest.
      maximumBytes: limits.maximumBodyBytes / 3 * 4 + 8_192)
  }

  private func generation(in folder: borrowing FolderHandle) throws(InstallerError) -> [UInt8]? {
    switch try folder.read(generationName, maximumBytes: Self.maximumGenerationBytes) {
    case .missing: nil
    case .bytes(let bytes): bytes
    case .foreign: []
    }
  }

  private func replaceGeneration(in folder: borrowing FolderHandle) throws(InstallerError) {
    let fresh: [UInt8]
    do throws(CryptographyError) {
      fresh = try randomBytes(count: 16)
    } catch {
      throw InstallerError(error, during: .cache)
    }
    try folder.put(generationName, Array(hexadecimal(fresh).utf8))
  }

  private func opened() throws(InstallerError) -> FolderHandle { try .made(path: folder, stage: .cache) }

  private func existing() throws(InstallerError) -> FolderHandle? {
    try .existing(path: folder, stage: .cache)
  }
}
