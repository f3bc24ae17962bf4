import Glibc

extension FolderHandle {
  /// What a small file holds.
  enum FileReading {
    case missing
    /// It is not a regular file, or longer than asked for.
    case foreign(String)
    case bytes([UInt8])
  }

  /// Reads a whole file of at most `maximumBytes`.
  func read(_ name: String, maximumBytes: Int) throws(InstallerError) -> FileReading {
    let opened: Int32
    switch systemCall({ openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }) {
    case .success(let value): opened = value
    case .failure(let failure) where failure.errno == ENOENT: return .missing
    case .failure(let failure) where failure.errno == ELOOP: return .foreign("it is a link")
    case .failure(let failure) where failure.errno == ENXIO: return .foreign("it is a socket or a device")
    case .failure(let failure): throw self.failure(failure.errno, "cannot read", name)
    }
    let file = OpenFile(owning: opened, path: path(name), stage: stage)
    let attributes = try file.attributes()
    guard attributes.st_mode & S_IFMT == S_IFREG else { return .foreign("it is not a regular file") }
    guard attributes.st_size <= maximumBytes else {
      return .foreign("it is longer than \(maximumBytes) bytes")
    }
    return .bytes(try file.readAll(maximumBytes: maximumBytes))
  }

  /// Replaces a file so that after a power cut either the old or the new bytes are there, never a mixture:
  /// write a temporary file, sync it, rename it, sync the folder.
  func replace(_ name: String, with bytes: [UInt8]) throws(InstallerError) {
    try put(name, bytes)
    try sync()
  }

  /// The same without the last step: the new bytes are there, and only `sync` makes them stay.
  func put(_ name: String, _ bytes: [UInt8]) throws(InstallerError) {
    let temporary = Self.temporaryName(of: name)
    do {
      try writeSynced(temporary, bytes)
      // Whatever foreign thing stands there, a file cannot be renamed over a folder.
      if let attributes = try attributes(of: name), attributes.st_mode & S_IFMT == S_IFDIR {
        try remove(name)
      }
      try rename(temporary, to: name)
    } catch {
      // The failure that counts is the first one; what is left over is swept at the next start.
      _ = unlinkat(descriptor, temporary, 0)
      throw error
    }
  }

  /// The files in this folder that `put` was writing when its process was killed, or that it is writing now.
  func temporaryNames() throws(InstallerError) -> [String] {
    try names().filter { $0.hasPrefix(Self.temporaryPrefix) && $0.hasSuffix(Self.temporarySuffix) }
  }

  private static var temporaryPrefix: String { "." }
  private static var temporarySuffix: String { ".new" }

  private static func temporaryName(of name: String) -> String { temporaryPrefix + name + temporarySuffix }

  /// Opens a file for reading and writing, making it when it is missing.
  func openFile(_ name: String, flags: Int32 = 0) throws(InstallerError) -> OpenFile {
    let all = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags
    let opened = try systemCall { openat(descriptor, name, all, 0o644) }
      .orThrow("cannot open", path: path(name), stage: stage)
    return OpenFile(owning: opened, path: path(name), stage: stage)
  }

  private func writeSynced(_ name: String, _ bytes: [UInt8]) throws(InstallerError) {
    try remove(name)
    var file = try openFile(name, flags: O_EXCL)
    try file.write(bytes)
    try file.sync()
    try file.close()
  }
}
