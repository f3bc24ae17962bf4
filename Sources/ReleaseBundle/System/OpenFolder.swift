import Glibc

extension OwnedDescriptor {
  /// Opens the folder at `path`; when `followingLink` is false, `path` must not be a link itself.
  init(folder path: String, followingLink: Bool = false) throws(BundleError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLink ? 0 : O_NOFOLLOW)
    self.init(
      adopting: try systemCall("open folder '\(EscapedName.of(path))'") { Glibc.open(path, flags) })
  }
}
