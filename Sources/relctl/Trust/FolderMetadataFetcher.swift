import Glibc
import ReleaseTrust

/// Metadata from a folder that holds what a registry serves below `/tuf/`, under the same names, as
/// `relctl release export --folder` writes it.
struct FolderMetadataFetcher: MetadataFetcher {
  private let folder: String

  /// Throws `file_unreadable` when there is no such folder.
  init(folder: String) throws(CommandError) {
    var status = stat()
    let isThere = stat(folder, &status) == 0
    let cause = errno
    guard isThere, status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandError(
        .failed, "file_unreadable",
        "cannot read the folder '\(folder)': \(SystemError.text(isThere ? ENOTDIR : cause))",
        hint: "'relctl release export --folder DIR' writes one")
    }
    self.folder = folder
  }

  func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata {
    do throws(CommandError) {
      guard let content = try FileReader.readIfPresent("\(folder)/\(name)", maximumBytes: maximumBytes) else {
        return .notFound
      }
      return .bytes(content.bytes)
    } catch {
      let code: TrustErrorCode = error.code == "file_too_large" ? .metadataTooLong : .trustStoreFailed
      throw TrustError(code, error.message, cause: error)
    }
  }
}
