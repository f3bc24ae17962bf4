import Glibc
import ReleaseModel

/// Where everything of a registry is on disk; docs/on-disk-layout.md describes it.
struct DataFolder: Sendable {
  let path: String

  var database: String { "\(path)/registry.sqlite" }
  var artifacts: String { "\(path)/artifacts" }
  var trees: String { "\(path)/trees" }
  /// Uploads that are not complete yet; swept at start.
  var incoming: String { "\(path)/incoming" }
  var lock: String { "\(path)/lock" }
  /// The registry's own signing key, encrypted.
  var onlineKey: String { "\(path)/online-key.pem" }
  /// The key that takes its place once root names it; only while it is being replaced.
  var nextOnlineKey: String { "\(path)/online-key.next.pem" }
  /// The passphrase of both, unless it is kept elsewhere.
  var onlinePassphrase: String { "\(path)/online-key.passphrase" }

  func artifact(_ digest: Digest) -> String { "\(path)/\(Self.artifactName(digest))" }

  func tree(_ digest: Digest) -> String { "\(path)/\(Self.treeName(digest))" }

  /// What people are told: the path of a bundle below the data folder.
  static func artifactName(_ digest: Digest) -> String { "artifacts/\(digest).zip" }

  /// The same of a file manifest.
  static func treeName(_ digest: Digest) -> String { "trees/\(digest).json" }

  /// Whether a database is there.
  func hasDatabase() throws(RegistryError) -> Bool { try isThere(database) }

  /// Whether the registry's own key is there.
  func hasOnlineKey() throws(RegistryError) -> Bool { try isThere(onlineKey) }

  /// Whether something is at a path.
  func isThere(_ path: String) throws(RegistryError) -> Bool {
    let isThere = access(path, F_OK) == 0
    let number = errno
    guard isThere || number == ENOENT || number == ENOTDIR else {
      throw SystemCall.failure("look at", path, number)
    }
    return isThere
  }

  /// Throws `storage_unavailable` unless the folders that bundles need can be read and written.
  func requireFolders() throws(RegistryError) {
    for folder in [artifacts, trees, incoming] where access("\(folder)/.", R_OK | W_OK | X_OK) != 0 {
      throw RegistryError(
        .storageUnavailable,
        "the folder '\(folder.dropFirst(path.count + 1))' of the data folder is missing, or cannot be read and written; "
          + "restore it from a backup, or check its owner and mode")
    }
  }

  /// Makes the folders that are missing.
  func create() throws(RegistryError) {
    for folder in [path, artifacts, trees, incoming] where mkdir(folder, 0o700) != 0 {
      let number = errno
      if number == ENOENT {
        throw RegistryError(
          .storageFailed, "cannot create '\(folder)': the folder above it is not there; make that one first")
      }
      if number != EEXIST { throw SystemCall.failure("create", folder, number) }
    }
    try SystemCall.syncFolder(path)
    // Its own name, too; unless the folder above may not be opened, since then somebody else has made this one.
    if access("\(path)/..", R_OK) == 0 { try SystemCall.syncFolder("\(path)/..") }
  }

  /// Throws `data_folder_missing` unless a registry is there, and `database_damaged` when its database is no file or has
  /// nothing in it: only `init` makes one.
  func requireRegistry() throws(RegistryError) {
    guard try hasDatabase() else {
      throw RegistryError(.dataFolderMissing, "'\(path)' holds no registry; \(adviceWithoutRegistry)")
    }
    var status = stat()
    try SystemCall.run("look at", database) { stat(database, &status) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      throw RegistryError(
        .databaseDamaged,
        "'\(database)' is \(status.st_mode & S_IFMT == S_IFREG ? "empty" : "no regular file"), so there is no registry "
          + "in it; restore a backup")
    }
  }

  /// Where the registry is that was meant: in a folder further down, or elsewhere. It is not to be made where other things
  /// are.
  private var adviceWithoutRegistry: String {
    do throws(RegistryError) {
      for name in try names(in: path) where try DataFolder(path: "\(path)/\(name)").hasDatabase() {
        return "did you mean '\(path)/\(name)'?"
      }
    } catch {
      // What cannot be looked into names no folder.
    }
    return "name the folder that 'relctl init --data DIR' made"
  }

  /// Removes what uploads left behind that a kill cut short. A folder is not of an upload, and stays.
  func sweepIncoming() throws(RegistryError) {
    for name in try names(in: incoming) where try !isFolder("\(incoming)/\(name)") {
      try remove("\(incoming)/\(name)")
    }
  }

  private func isFolder(_ path: String) throws(RegistryError) -> Bool {
    var status = stat()
    try SystemCall.run("look at", path) { lstat(path, &status) }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes the bundles and file manifests that no record refers to: a kill came between them and their record. What
  /// has no name of ours stays.
  func sweepOrphans(besides recorded: RecordedFiles) throws(RegistryError) {
    for name in try names(in: artifacts) where recorded.isOrphan(artifact: name) {
      if try isFolder("\(artifacts)/\(name)") { continue }
      try remove("\(artifacts)/\(name)")
    }
    for name in try names(in: trees) where recorded.isOrphan(tree: name) {
      if try isFolder("\(trees)/\(name)") { continue }
      try remove("\(trees)/\(name)")
    }
  }

  private func remove(_ file: String) throws(RegistryError) {
    try SystemCall.run("remove", file) { unlink(file) }
  }

  /// The names of the files in a folder, sorted.
  func names(in folder: String) throws(RegistryError) -> [String] {
    let stream = opendir(folder)
    let cause = errno
    guard let stream else { throw SystemCall.failure("read", folder, cause) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      // Only this tells the end of the folder from a failure.
      errno = 0
      let entry = readdir(stream)
      let number = errno
      guard let entry else {
        guard number == 0 else { throw SystemCall.failure("read", folder, number) }
        return names.sorted()
      }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }
}
