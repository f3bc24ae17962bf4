import Glibc

/// An open and locked folder, and the files directly in it. Everything is reached relative to the descriptor and links
/// are not followed. The lock (flock(2)) ends with the process, however that ends.
struct StoreFolder: ~Copyable {
  /// What is being written. One name is enough: whoever writes holds the lock.
  private static let temporary = ".incoming"

  private let descriptor: Int32
  let path: String

  /// Opens and locks the folder, making it when it is missing; its parent has to exist. Removes what a process that was
  /// killed was writing.
  ///
  /// Throws `trust_store_busy` when another process has it and `waiting` is false.
  init(path: String, waiting: Bool) throws(TrustError) {
    if mkdir(path, 0o755) != 0, errno != EEXIST {
      throw TrustError(errno: errno, "cannot make the folder", path)
    }
    let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw TrustError(errno: errno, "cannot open the folder", path) }
    while flock(opened, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      if number == EINTR { continue }
      close(opened)
      guard number == EWOULDBLOCK else { throw TrustError(errno: number, "cannot lock", path) }
      throw TrustError(
        .trustStoreBusy,
        "another process is updating the trusted metadata in '\(path)'; try again when it is done")
    }
    do throws(TrustError) {
      // Whoever made a folder with nothing in it may have been killed before its name was durable.
      if try Self.names(in: opened, path).isEmpty { try Self.syncParent(of: opened, path) }
    } catch {
      close(opened)
      throw error
    }
    self.path = path
    descriptor = opened
    // What cannot be removed is in nobody's way, and overwritten by the next write.
    _ = unlinkat(descriptor, Self.temporary, 0)
  }

  deinit {
    // Not left to `close`: a child process that is just being started still holds the open file for a moment.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Reads a whole file; nil when there is none, and when what is there is no file or is longer than `maximumBytes`:
  /// nothing of ours is.
  func read(_ name: String, maximumBytes: Int) throws(TrustError) -> [UInt8]? {
    let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      let number = errno
      if number == ENOENT || number == ELOOP { return nil }
      throw failure(number, "cannot read", name)
    }
    defer { close(file) }
    var attributes = stat()
    guard fstat(file, &attributes) == 0 else { throw failure(errno, "cannot look at", name) }
    guard attributes.st_mode & S_IFMT == S_IFREG, attributes.st_size <= maximumBytes else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(attributes.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(file, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(errno, "cannot read", name) }
      guard count > 0 else { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }

  /// Replaces a file so that after a crash or a power cut the old or the new bytes are there, never a mixture: write
  /// another file, sync it, rename it, sync the folder.
  func replace(_ name: String, with bytes: [UInt8]) throws(TrustError) {
    do throws(TrustError) {
      try writeSynced(Self.temporary, bytes)
      guard renameat(descriptor, Self.temporary, descriptor, name) == 0 else {
        throw failure(errno, "cannot replace", name)
      }
    } catch {
      // The failure that counts is the first one; what is left over goes when the folder is opened next.
      _ = unlinkat(descriptor, Self.temporary, 0)
      throw error
    }
    try sync()
  }

  /// Removes files, durably; nothing to do for those that are not there.
  func remove(_ names: [String]) throws(TrustError) {
    for name in names where unlinkat(descriptor, name, 0) != 0 && errno != ENOENT {
      throw failure(errno, "cannot remove", name)
    }
    try sync()
  }

  /// The names of the files and folders in it.
  func names() throws(TrustError) -> [String] { try Self.names(in: descriptor, path) }

  private static func names(in descriptor: Int32, _ path: String) throws(TrustError) -> [String] {
    // A descriptor of its own: reading moves the position, and closedir closes it.
    let opened = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw TrustError(errno: errno, "cannot read the folder", path) }
    guard let stream = fdopendir(opened) else {
      let number = errno
      close(opened)
      throw TrustError(errno: number, "cannot read the folder", path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw TrustError(errno: errno, "cannot read the folder", path) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      // Names that are not UTF-8 are nobody's here: ours are percent-encoded.
      if let text = String(validating: name, as: UTF8.self), text != ".", text != ".." { names.append(text) }
    }
  }

  private func sync() throws(TrustError) {
    guard fsync(descriptor) == 0 else { throw failure(errno, "cannot sync the folder", ".") }
  }

  /// Makes the folder's own name survive a power cut.
  private static func syncParent(of descriptor: Int32, _ path: String) throws(TrustError) {
    let parent = openat(descriptor, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let number = errno
    // It may be crossed only: then somebody else has made the folder.
    if parent < 0, number == EACCES { return }
    guard parent >= 0 else { throw TrustError(errno: number, "cannot open the folder above", path) }
    defer { close(parent) }
    guard fsync(parent) == 0 else { throw TrustError(errno: errno, "cannot sync the folder above", path) }
  }

  private func writeSynced(_ name: String, _ bytes: [UInt8]) throws(TrustError) {
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw failure(errno, "cannot write", name) }
    do throws(TrustError) {
      try write(bytes, to: file, name)
      guard fsync(file) == 0 else { throw failure(errno, "cannot sync", name) }
    } catch {
      close(file)
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(file) == 0 || errno == EINTR else { throw failure(errno, "cannot close", name) }
  }

  private func write(_ bytes: [UInt8], to file: Int32, _ name: String) throws(TrustError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(errno, "cannot write", name) }
      written += count
    }
  }

  private func failure(_ number: Int32, _ task: String, _ name: String) -> TrustError {
    TrustError(errno: number, task, "\(path)/\(name)")
  }
}
