import Glibc

/// Tells whether one folder is in another, by what they are rather than by their paths.
enum FolderContainment {
  /// Whether `inner` is `outer` or below it.
  static func contains(_ outer: Int32, _ inner: Int32) throws(BundleError) -> Bool {
    let wanted = try Identity(of: ".", from: outer)
    var path = "."
    var current = try Identity(of: path, from: inner)
    while current != wanted {
      path += "/.."
      let above = try Identity(of: path, from: inner)
      // The root is its own parent.
      guard above != current else { return false }
      current = above
    }
    return true
  }

  private struct Identity: Equatable {
    let device: dev_t
    let number: ino_t

    init(of path: String, from folder: Int32) throws(BundleError) {
      var status = stat()
      try systemCall("look at the folders above the archive") { fstatat(folder, path, &status, 0) }
      device = status.st_dev
      number = status.st_ino
    }
  }
}
