import Glibc
import ReleaseModel

/// The folder that a backup is written to, judged before anything is touched.
struct BackupTarget {
  /// Its path, without slashes at the end.
  let path: String

  /// Takes a new folder, an empty one or one that a backup left unfinished, outside the data folder. Throws `backup_target_inside_data_folder`,
  /// `backup_target_exists` or `backup_parent_missing`.
  init(_ path: String, outside source: DataFolder) throws(RegistryError) {
    self.path = Self.withoutSlashesAtEnd(path)
    let parent = Self.parent(of: self.path)
    let place = try Self.nearestExisting(self.path)
    guard let data = try Self.resolved(source.path) else {
      throw SystemCall.failure("resolve", source.path, ENOENT)
    }
    guard place != data, !place.hasPrefix(data == "/" ? data : data + "/") else {
      throw RegistryError(
        .backupTargetInsideDataFolder,
        "'\(path)' is in the data folder '\(source.path)' itself; name a new folder outside it, "
          + "at best on another disk")
    }
    if try Self.isThere(self.path) {
      guard try Self.isFolder(self.path) else {
        throw RegistryError(
          .backupTargetExists, "'\(path)' is not a folder; name a new folder for the backup")
      }
      guard try UnfinishedBackup(in: self.path).isAllThereIs() else {
        throw RegistryError(.backupTargetExists, "'\(path)' is not empty; name a new folder for the backup")
      }
    } else if try !Self.isFolder(parent) {
      throw RegistryError(
        .backupParentMissing, "'\(parent)' is not a folder; make it first, for example with 'mkdir -p'")
    }
  }

  /// The path itself, or the nearest folder above it that exists, without symbolic links.
  private static func nearestExisting(_ path: String) throws(RegistryError) -> String {
    var place = path
    while true {
      if let resolved = try resolved(place) { return resolved }
      let next = parent(of: place)
      if next == place { return place }
      place = next
    }
  }

  /// A path without symbolic links; nil when there is nothing.
  private static func resolved(_ path: String) throws(RegistryError) -> String? {
    let text = realpath(path, nil)
    let number = errno
    guard let text else {
      try requireAbsence(of: path, number)
      return nil
    }
    defer { free(text) }
    return String(cString: text)
  }

  /// Whether something has this name, be it a symbolic link that leads nowhere.
  private static func isThere(_ path: String) throws(RegistryError) -> Bool {
    var status = stat()
    let isThere = lstat(path, &status) == 0
    let number = errno
    if !isThere { try requireAbsence(of: path, number) }
    return isThere
  }

  /// Whether a path leads to a folder, through symbolic links or not.
  private static func isFolder(_ path: String) throws(RegistryError) -> Bool {
    var status = stat()
    let isThere = stat(path, &status) == 0
    let number = errno
    if !isThere { try requireAbsence(of: path, number) }
    return isThere && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Throws what kept a path from being looked at, unless there is nothing to look at.
  private static func requireAbsence(of path: String, _ number: Int32) throws(RegistryError) {
    guard number == ENOENT || number == ENOTDIR else { throw SystemCall.failure("look at", path, number) }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path == "." ? "/" : "." }
    let parent = withoutSlashesAtEnd(String(path[..<slash]))
    return parent.isEmpty ? "/" : parent
  }

  private static func withoutSlashesAtEnd(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
