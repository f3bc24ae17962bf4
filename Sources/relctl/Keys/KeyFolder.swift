import Glibc

/// A folder with keys, which only its owner may look into: `NAME.pub` is a public key, `NAME.pem` beside it the private
/// one, encrypted. A name without `NAME.pem` is somebody else's key, or one that is kept elsewhere.
struct KeyFolder: Sendable {
  let path: String

  /// The folder that `--keys` names, or else the user's own. It need not be there yet.
  init(_ invocation: Invocation) throws {
    if let path = try invocation[KeyArguments.keys] {
      self.path = path
    } else if let home = try invocation.environment["HOME"] {
      path = "\(home)/.config/relctl/keys"
    } else {
      throw CommandError(
        .usage, "missing_key_folder", "there is no home folder to keep keys in",
        hint: "name a folder: --keys DIR")
    }
  }

  func publicPath(_ name: KeyName) -> String { "\(path)/\(name.text).pub" }

  func privatePath(_ name: KeyName) -> String { "\(path)/\(name.text).pem" }

  /// Makes the folder, and those above it that are missing, for its owner only.
  func create() throws(CommandError) {
    try FolderWriter.createPrivate(path)
    guard try isPresent() else {
      throw CommandError(.failed, "file_unwritable", "cannot make the folder '\(path)'")
    }
  }

  /// Whether the folder is there. Throws `insecure_key_folder` when others may look into it.
  func isPresent() throws(CommandError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else {
        throw CommandError(.failed, "file_unreadable", "cannot look at '\(path)': \(SystemError.text(errno))")
      }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandError(
        .failed, "file_unreadable", "'\(path)' is no folder", hint: "name another one: --keys DIR")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw CommandError(
        .failed, "insecure_key_folder",
        "others may look into the key folder '\(path)' (mode 0\(String(status.st_mode & 0o777, radix: 8)))",
        hint: "chmod 700 \(path)")
    }
    return true
  }

  /// The names that have a public key, in order. Other files are not looked at.
  func names() throws(CommandError) -> [KeyName] {
    guard try isPresent() else { return [] }
    guard let folder = opendir(path) else {
      throw CommandError(.failed, "file_unreadable", "cannot list '\(path)': \(SystemError.text(errno))")
    }
    defer { closedir(folder) }
    var names: [KeyName] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        guard errno == 0 else {
          throw CommandError(.failed, "file_unreadable", "cannot list '\(path)': \(SystemError.text(errno))")
        }
        return names.sorted { $0.text < $1.text }
      }
      let file = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if file.hasSuffix(".pub"), let name = try? KeyName(parsing: String(file.dropLast(4))) {
        names.append(name)
      }
    }
  }

  /// Makes what was added or removed outlast a crash.
  func sync() throws(CommandError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unsynced() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw unsynced() }
  }

  private func unsynced() -> CommandError {
    CommandError(.failed, "file_unwritable", "cannot sync '\(path)': \(SystemError.text(errno))")
  }
}
