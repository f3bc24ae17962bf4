import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct FolderHandleTests {
  private let temporary: TemporaryFolder
  private let outside: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    outside = try TemporaryFolder()
    try outside.write([1], to: "precious")
  }

  private func handle() throws -> FolderHandle { try FolderHandle(path: temporary.path, stage: .status) }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: temporary.path(name), withDestinationPath: target)
  }

  @Test func `removes a tree and follows no link out of it`() throws {
    try temporary.write([1], to: "tree/a/b/c")
    try link("tree/a/link", to: outside.path)
    try handle().remove("tree")
    #expect(try temporary.names() == [])
    #expect(try outside.names() == ["precious"])
  }

  @Test func `removes a tree that is deeper than a process has descriptors`() throws {
    try temporary.write([1], to: "tree/.lifted-1")
    try temporary.write([1], to: "tree/.lifted-2/file")
    var folder = open(temporary.path("tree"), O_RDONLY | O_DIRECTORY)
    for _ in 0..<1_300 {
      #expect(mkdirat(folder, "d", 0o755) == 0)
      let inner = openat(folder, "d", O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = inner
    }
    close(folder)
    try handle().remove("tree")
    #expect(try temporary.names() == [])
  }

  @Test func `removes folders whose names are not UTF-8`() throws {
    try temporary.write([1], to: "tree/file")
    #expect(mkdir(Array(temporary.path("tree/").utf8CString.dropLast()) + [-1, 0], 0o755) == 0)
    try handle().remove("tree")
    #expect(try temporary.names() == [])
  }

  @Test func `removing what is not there is no failure`() throws { try handle().remove("nothing") }

  @Test func `replaces a file and leaves no temporary one`() throws {
    try temporary.write([1], to: "state.json")
    try handle().replace("state.json", with: [2, 3])
    #expect(try temporary.read("state.json") == [2, 3])
    #expect(try temporary.names() == ["state.json"])
  }

  @Test func `replaces a folder or a link that stands where a file belongs`() throws {
    try temporary.write([1], to: "state.json/child")
    try handle().replace("state.json", with: [2])
    #expect(try temporary.read("state.json") == [2])
    try link("other.json", to: outside.path("precious"))
    try handle().replace("other.json", with: [3])
    #expect(try temporary.read("other.json") == [3])
    #expect(try outside.read("precious") == [1])
  }

  @Test func `a left-over temporary file is no obstacle`() throws {
    try temporary.write([9, 9, 9], to: ".state.json.new")
    try handle().replace("state.json", with: [1])
    #expect(try temporary.names() == ["state.json"])
  }

  @Test func `reads only regular files of a bounded length`() throws {
    try temporary.write([1, 2, 3], to: "file")
    try temporary.write([1], to: "folder/file")
    try link("link", to: outside.path("precious"))
    func name(_ reading: FolderHandle.FileReading) -> String {
      switch reading {
      case .missing: "missing"
      case .foreign: "foreign"
      case .bytes(let bytes): "\(bytes)"
      }
    }
    let handle = try handle()
    #expect(name(try handle.read("file", maximumBytes: 3)) == "[1, 2, 3]")
    #expect(name(try handle.read("file", maximumBytes: 2)) == "foreign")
    #expect(name(try handle.read("folder", maximumBytes: 9)) == "foreign")
    #expect(name(try handle.read("link", maximumBytes: 9)) == "foreign")
    #expect(name(try handle.read("nothing", maximumBytes: 9)) == "missing")
  }

  @Test func `a link in place of a folder is not entered`() throws {
    try link("folder", to: outside.path)
    #expect(throws: InstallerError.self) { _ = try self.handle().folder("folder") }
    let isThere = try handle().existingFolder("folder") != nil
    #expect(!isThere)
  }

  @Test(
    arguments: [
      (ENOSPC, .diskFull), (EDQUOT, .diskFull), (EACCES, .permissionDenied), (EROFS, .permissionDenied),
      (EMFILE, .tooManyOpenFiles), (ENFILE, .tooManyOpenFiles), (EIO, .storageFailed),
    ] as [(Int32, InstallerError.Code)])
  func `each failure of the system has its code`(number: Int32, code: InstallerError.Code) {
    let error = InstallerError(errno: number, during: .download, "cannot write", path: "/x")
    #expect(error.code == code)
    #expect(error.stage == .download)
    #expect((error.cause as? SystemFailure)?.errno == number)
  }
}
