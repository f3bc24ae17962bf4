import Glibc

/// A folder of this run's own, removed with the files in it when it goes out of use.
final class ScratchFolder: Sendable {
  let path: String

  init() throws(CommandError) {
    let parent = try Environment()["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/relctl-XXXXXX".utf8CString)
    let isMade = mkdtemp(&template) != nil
    let cause = errno
    guard isMade else {
      throw CommandError(
        .failed, "file_unwritable", "cannot make a folder in '\(parent)': \(SystemError.text(cause))",
        hint: "set TMPDIR to a folder with free space")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  deinit {
    // Only plain files are ever put here. What cannot be removed is left to the system's own cleaning.
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        _ = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { unlinkat(dirfd(folder), $0, 0) }
        }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
