import FoundationEssentials

/// A folder for the devices of one simulation, removed with all that is in it when it goes out of use.
final class DeviceScratch: Sendable {
  private let scratch: ScratchFolder

  var path: String { "\(scratch.path)/devices" }

  init() throws {
    scratch = try ScratchFolder()
    try FolderWriter.createPrivate(path)
  }

  deinit {
    // What cannot be removed is left to the system's own cleaning, as all that is in the folder for temporary files.
    try? FileManager.default.removeItem(atPath: path)
  }
}
