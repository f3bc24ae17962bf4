/// What an installation is doing.
public enum InstallProgress: Sendable, Hashable {
  /// Asking the server.
  case checking
  /// Fetching the archive: bytes that are there, and bytes in all.
  case downloading(bytes: UInt64, total: UInt64)
  /// Inspecting, unpacking and syncing the files.
  case unpacking
  /// Making the release the current one.
  case activating
}
