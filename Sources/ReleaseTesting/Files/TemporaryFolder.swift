import Foundation

/// A fresh folder of one test, removed with everything in it when the last reference goes.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without a slash at the end.
  package let path: String

  package init() throws {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/release-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // Nothing can be done about a failure here, and the system cleans its temporary folder itself.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in this folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, making its folders, and returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// The bytes of a file.
  package func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The names in a folder of this folder, sorted; empty when there is no such folder.
  package func names(in name: String = "") throws -> [String] {
    guard FileManager.default.fileExists(atPath: path(name)) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}
