import Cryptography
import Glibc

/// A file that appears under its name complete and on disk, or not at all: it is written under another name first.
struct OutputFile: ~Copyable {
  /// The file, for writing.
  let file: WritableFile
  private let folder: OwnedDescriptor
  private let name: String
  private let temporaryName: String

  /// Starts a file that will be at `path`; the folder that it goes into must exist.
  init(path: String) throws(BundleError) {
    let (parent, name) = path.folderAndName
    guard !name.isEmpty, name != ".", name != ".." else {
      throw BundleError(
        .wrongFileType, "'\(EscapedName.of(path))' is not the name of a file; name the zip to write")
    }
    let folderPath = parent.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : String(parent)
    let folder = try OwnedDescriptor(folder: folderPath, followingLink: true)
    let temporaryName = ".\(name.prefix(100)).\(try Self.randomSuffix()).partial"
    let number = try systemCall("make a file in '\(EscapedName.of(folderPath))'") {
      openat(folder.number, temporaryName, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    }
    file = WritableFile(OwnedDescriptor(adopting: number), shownPath: EscapedName.of(path))
    self.folder = folder
    self.name = name
    self.temporaryName = temporaryName
  }

  /// The folder that the file is in.
  var folderDescriptor: Int32 { folder.number }

  /// Puts the file on disk and gives it its name, in place of what had that name.
  func publish() throws(BundleError) {
    try file.sync()
    try systemCall("write '\(EscapedName.of(name))'") {
      renameat(folder.number, temporaryName, folder.number, name)
    }
    try systemCall("sync the folder of '\(EscapedName.of(name))'") { fsync(folder.number) }
  }

  /// Removes what was written, after something went wrong.
  func discardContents() throws(BundleError) {
    try systemCall("remove '\(EscapedName.of(temporaryName))'") { unlinkat(folder.number, temporaryName, 0) }
  }

  private static func randomSuffix() throws(BundleError) -> String {
    do throws(CryptographyError) {
      return hexadecimal(try randomBytes(count: 8))
    } catch {
      throw BundleError(.inputOutputFailed, error.message)
    }
  }
}
