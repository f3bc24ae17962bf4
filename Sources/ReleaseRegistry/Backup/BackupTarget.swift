import Glibc
import ReleaseModel

/// The folder that a backup is written to, judged before anything is touched.
struct BackupTarget {
  /// Its path, without slashes at the end.
  let path: String

  /// Takes a new folder or an empty one outside the data folder. Throws `backup_target_inside_data_folder`,
  /// `backup_target_exists` or `backup_parent_missing`.
  init(_ path: String, outside source: DataFolder) throws(RegistryError) {
    self.path = Self.withoutSlashesAtEnd(path)
    let parent = Self.parent(of: self.path)
    let place = Self.nearestExisting(self.path)
    guard let data = Self.resolved(source.path) else {
      throw SystemCall.failure("resolve", source.path, errno)
    }
    guard place != data, !place.hasPrefix(data == "/" ? data : data + "/") else {
      throw RegistryError(
        .backupTargetInsideDataFolder,
        "'\(path)' is in the data folder '\(source.path)' itself; name a new folder outside it, "
          + "at best on another disk")
    }
    if Self.kind(of: self.path) != nil {
      guard Self.isFolder(self.path) else {
        throw RegistryError(
          .backupTargetExists, "'\(path)' is not a folder; name a new folder for the backup")
      }
      guard try source.names(in: self.path).isEmpty else {
        throw RegistryError(.backupTargetExists, "'\(path)' is not empty; name a new folder for the backup")
      }
    } else if !Self.isFolder(parent) {
      throw RegistryError(
        .backupParentMissing, "'\(parent)' is not a folder; make it first, for example with 'mkdir -p'")
    }
  }

  /// The path itself, or the nearest folder above it that exists, without symbolic links.
  private static func nearestExisting(_ path: String) -> String {
    var place = path
    while true {
      if let resolved = resolved(place) { return resolved }
      let next = parent(of: place)
      if next == place { return place }
      place = next
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// What a name stands for, a symbolic link for itself; nil when there is nothing.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Whether a path leads to a folder, through symbolic links or not.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
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
