import Glibc

/// An open folder. Everything in it is reached relative to this descriptor and without following links, so that
/// nothing that is put in its place meanwhile can lead elsewhere.
struct FolderHandle: ~Copyable {
  let descriptor: Int32
  /// The path for messages, and for code that takes paths.
  let path: String
  /// The step that failures are reported for.
  let stage: InstallStage

  /// Opens an existing folder.
  init(path: String, stage: InstallStage) throws(InstallerError) {
    let result = systemCall { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    self.init(
      owning: try result.orThrow("cannot open the folder", path: path, stage: stage), path: path, stage: stage
    )
  }

  private init(owning descriptor: Int32, path: String, stage: InstallStage) {
    self.descriptor = descriptor
    self.path = path
    self.stage = stage
  }

  deinit { close(descriptor) }

  /// Opens a folder in this one, making it first when it is missing. It is durable then.
  func folder(_ name: String) throws(InstallerError) -> FolderHandle {
    if case .failure(let failure) = systemCall({ mkdirat(descriptor, name, 0o755) }), failure.errno != EEXIST
    {
      throw self.failure(failure.errno, "cannot make the folder", name)
    }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    let result = systemCall { openat(descriptor, name, flags) }
    let folder = FolderHandle(
      owning: try result.orThrow("cannot open the folder", path: path(name), stage: stage), path: path(name),
      stage: stage)
    if try folder.mayBeNew() { try sync() }
    return folder
  }

  /// Whether nothing is in this folder. Then whoever made it may have been killed before its name was durable; as long as it
  /// may be new, everybody syncs the folder above before putting something into it.
  func mayBeNew() throws(InstallerError) -> Bool { try !containsName { _ in true } }

  /// Opens a folder in this one; nil when there is none.
  func existingFolder(_ name: String) throws(InstallerError) -> FolderHandle? {
    try existingFolder(stored: name)
  }

  /// The same for a name as the system stores it, which may not be UTF-8.
  func existingFolder(stored name: UnsafePointer<CChar>) throws(InstallerError) -> FolderHandle? {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    switch systemCall({ openat(descriptor, name, flags) }) {
    case .success(let opened):
      return FolderHandle(owning: opened, path: path(String(cString: name)), stage: stage)
    case .failure(let failure) where [ENOENT, ENOTDIR, ELOOP].contains(failure.errno): return nil
    case .failure(let failure):
      throw self.failure(failure.errno, "cannot open the folder", String(cString: name))
    }
  }

  /// Another descriptor of the same folder, for failures of another step.
  func reopened(stage: InstallStage) throws(InstallerError) -> FolderHandle {
    let result = systemCall { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    return FolderHandle(
      owning: try result.orThrow("cannot open the folder", path: path, stage: stage), path: path, stage: stage
    )
  }

  /// The path of something in this folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in this folder, sorted by their bytes, without `.` and `..`. Names that are not UTF-8 are left out.
  func names() throws(InstallerError) -> [String] {
    var names: [String] = []
    try forEachName { name in
      if let text = String(validatingCString: name) { names.append(text) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What is there under a name, links not followed; nil when there is nothing.
  func attributes(of name: String) throws(InstallerError) -> stat? {
    var attributes = stat()
    switch systemCall({ fstatat(descriptor, name, &attributes, AT_SYMLINK_NOFOLLOW) }) {
    case .success: return attributes
    case .failure(let failure) where failure.errno == ENOENT: return nil
    case .failure(let failure): throw self.failure(failure.errno, "cannot look at", name)
    }
  }

  /// Renames something in this folder, replacing a file or an empty folder of the new name.
  func rename(_ name: String, to newName: String) throws(InstallerError) {
    _ = try systemCall { renameat(descriptor, name, descriptor, newName) }
      .orThrow("cannot rename", path: path(name), stage: stage)
  }

  /// Makes renames, additions and removals in this folder survive a power cut.
  func sync() throws(InstallerError) {
    _ = try systemCall { fsync(descriptor) }.orThrow("cannot sync the folder", path: path, stage: stage)
  }

  func failure(_ number: Int32, _ task: String, _ name: String) -> InstallerError {
    InstallerError(errno: number, during: stage, task, path: path(name))
  }

  /// Calls `body` with each name as the system stores it.
  func forEachName(_ body: (UnsafePointer<CChar>) throws(InstallerError) -> Void) throws(InstallerError) {
    _ = try containsName { (name) throws(InstallerError) in
      try body(name)
      return false
    }
  }

  /// Whether one of the names, as the system stores them, is wanted; none is read after it.
  private func containsName(
    where isWanted: (UnsafePointer<CChar>) throws(InstallerError) -> Bool
  ) throws(InstallerError) -> Bool {
    // A descriptor of its own: reading moves the position, and closedir closes it.
    let opened = try systemCall { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      .orThrow("cannot read the folder", path: path, stage: stage)
    guard let stream = fdopendir(opened) else {
      let number = errno
      close(opened)
      throw failure(number, "cannot read the folder", ".")
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let number = errno
        if number != 0 { throw failure(number, "cannot read the folder", ".") }
        return false
      }
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      var name = entry.pointee.d_name
      let copy = withUnsafePointer(to: &name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: capacity) {
          Array(UnsafeBufferPointer(start: $0, count: capacity))
        }
      }
      if strcmp(copy, ".") != 0, strcmp(copy, "..") != 0, try isWanted(copy) { return true }
    }
  }
}

extension Result where Failure == SystemFailure {
  /// The value, or the failure as an error that names the thing.
  func orThrow(_ task: String, path: String, stage: InstallStage) throws(InstallerError) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let failure):
      throw InstallerError(errno: failure.errno, during: stage, task, path: path)
    }
  }
}
