import Glibc
import HTTPServer
import ReleaseModel

/// The files of one release, opened one by one and only as they were installed.
final class ContentTree: Sendable {
  let manifest: FileManifest
  let entryFile: String
  private let folder: FolderHandle

  /// Opens the folder of a release.
  init(folder path: String, manifest: FileManifest, entryFile: String) throws(InstallerError) {
    folder = try FolderHandle(path: path, stage: .launch)
    self.manifest = manifest
    self.entryFile = entryFile
  }

  /// Opens a file of the manifest, without following links, also not in the folders above it.
  ///
  /// Its length is compared and its bytes are not: the launch did that, and whoever can write here afterwards can change
  /// the app as well. nil when something else than this file is there.
  func open(_ entry: FileManifest.Entry) throws(InstallerError) -> FileBody? {
    let parts = entry.path.split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    var current = try folder.reopened(stage: .launch)
    for part in parts.dropLast() {
      guard let next = try current.existingFolder(part) else { return nil }
      current = next
    }
    guard let file = try current.existingFile(name) else { return nil }
    return try file.body(ofSize: entry.sizeBytes)
  }
}

extension FolderHandle {
  /// Opens what stands under a name for reading; nil when there is nothing, a link or a socket.
  fileprivate func existingFile(_ name: String) throws(InstallerError) -> OpenFile? {
    // Without O_NONBLOCK a pipe that somebody put there would hold up the server.
    switch systemCall({ openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }) {
    case .success(let opened): return OpenFile(owning: opened, path: path(name), stage: stage)
    case .failure(let failure) where [ENOENT, ELOOP, ENXIO].contains(failure.errno): return nil
    case .failure(let failure): throw self.failure(failure.errno, "cannot open", name)
    }
  }
}

extension OpenFile {
  /// The file as a body; nil when it is no regular file or has another size.
  fileprivate func body(ofSize size: UInt64) throws(InstallerError) -> FileBody? {
    let attributes = try attributes()
    guard attributes.st_mode & S_IFMT == S_IFREG, UInt64(attributes.st_size) == size else { return nil }
    let copy = try systemCall { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
      .orThrow("cannot open", path: path, stage: stage)
    return FileBody(takingOver: copy, size: size)
  }
}
