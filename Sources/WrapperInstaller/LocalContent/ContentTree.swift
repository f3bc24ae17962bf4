import Cryptography
import Glibc
import HTTPServer
import ReleaseBundle
import ReleaseModel
import Synchronization

/// The files of one release, opened one by one and only as they were installed.
final class ContentTree: Sendable {
  let manifest: FileManifest
  let entryFile: String
  private let folder: FolderHandle
  /// The files whose bytes were compared already, by path, as the system described them then.
  private let compared = Mutex<[String: FileStamp]>([:])

  /// Opens the folder of a release.
  init(folder path: String, manifest: FileManifest, entryFile: String) throws(InstallerError) {
    folder = try FolderHandle(path: path, stage: .launch)
    self.manifest = manifest
    self.entryFile = entryFile
  }

  /// Opens a file of the manifest, without following links, also not in the folders above it.
  ///
  /// Its bytes are compared when it is opened first, and again whenever somebody may have written to it since. nil when
  /// something else than this file is there.
  func open(_ entry: FileManifest.Entry) throws(InstallerError) -> FileBody? {
    let parts = entry.path.split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    var current = try folder.reopened(stage: .launch)
    for part in parts.dropLast() {
      guard let next = try current.existingFolder(part) else { return nil }
      current = next
    }
    guard let file = try current.existingFile(name), try isInstalled(file, entry) else { return nil }
    return try file.body(ofSize: entry.sizeBytes)
  }

  private func isInstalled(_ file: borrowing OpenFile, _ entry: FileManifest.Entry) throws(InstallerError)
    -> Bool
  {
    let stamp = FileStamp(try file.attributes())
    guard stamp.isRegular, stamp.size == entry.sizeBytes else { return false }
    if compared.withLock({ $0[entry.path] }) == stamp { return true }
    let now = FileStamp.now
    guard try file.digest() == entry.sha256, FileStamp(try file.attributes()) == stamp else { return false }
    // What was written a moment ago may be written to again without another time.
    if stamp.isSettled(at: now) { compared.withLock { $0[entry.path] = stamp } }
    return true
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
  /// The file as a body.
  fileprivate func body(ofSize size: UInt64) throws(InstallerError) -> FileBody {
    let copy = try systemCall { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
      .orThrow("cannot open", path: path, stage: stage)
    return FileBody(takingOver: copy, size: size)
  }

  /// The digest of its bytes. The position stays where it is.
  fileprivate borrowing func digest() throws(InstallerError) -> Digest {
    var hasher = SHA256Hasher()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var offset: off_t = 0
    while true {
      let count = try systemCall { pread(descriptor, buffer.baseAddress, buffer.count, offset) }
        .orThrow("cannot read", path: path, stage: stage)
      guard count > 0 else { break }
      hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += off_t(count)
    }
    return Digest(finalizing: hasher)
  }
}
