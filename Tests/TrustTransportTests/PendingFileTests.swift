import Glibc
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import TrustTransport

@Suite struct PendingFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func withFile(nameless: Bool, _ body: (PendingFile) throws -> Void) throws {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try body(PendingFile(in: descriptor, path: folder.path, canBeNameless: nameless))
  }

  private func write(_ text: String, to file: PendingFile) throws {
    try Array(text.utf8).withUnsafeBytes { bytes in try file.write(bytes) }
  }

  @Test(arguments: [true, false])
  func `appears in one step, in place of what has the name`(nameless: Bool) throws {
    try folder.write("old and longer".utf8, to: "a")
    try withFile(nameless: nameless) { file in
      try write("ne", to: file)
      try write("w", to: file)
      #expect(try folder.read("a") == Array("old and longer".utf8))
      try file.publish(as: "a")
    }
    #expect(try folder.read("a") == Array("new".utf8))
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: [true, false])
  func `is gone when it was not published`(nameless: Bool) throws {
    try withFile(nameless: nameless) { file in
      try write("half", to: file)
      // Only a file with a name is seen meanwhile, and a hidden one.
      #expect(try folder.names().allSatisfy { !nameless && $0.hasPrefix(".incoming-") })
    }
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: [true, false])
  func `is gone when it cannot have its name`(nameless: Bool) throws {
    try folder.write([], to: "taken/by a folder")
    try withFile(nameless: nameless) { file in
      #expect(throws: TrustError.self) { try file.publish(as: "taken") }
    }
    #expect(try folder.names() == ["taken"])
  }

  @Test(arguments: [true, false])
  func `forgets what was written before it was cleared`(nameless: Bool) throws {
    try withFile(nameless: nameless) { file in
      try write("longer than the rest", to: file)
      try file.clear()
      try write("rest", to: file)
      try file.publish(as: "a")
    }
    #expect(try folder.read("a") == Array("rest".utf8))
  }
}
