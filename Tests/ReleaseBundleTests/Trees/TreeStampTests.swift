import Foundation
import ReleaseBundle
import ReleaseTesting
import Testing

@Suite struct TreeStampTests {
  private func withTree(_ body: (TemporaryFolder, () throws -> Void) throws -> Void) throws {
    let folder = try TemporaryFolder()
    for name in ["index.html", "assets/app.js", "assets/b/c.txt"] {
      try folder.write(Array(name.utf8), to: "tree/\(name)")
    }
    let before = try TreeStamp().take(of: folder.path("tree"))
    try body(folder) {
      let after = try TreeStamp().take(of: folder.path("tree"))
      #expect(after != before)
    }
  }

  @Test func `is the same as long as nobody writes, however often the files are read`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("page".utf8), to: "tree/a/index.html")
    let before = try TreeStamp().take(of: folder.path("tree"))
    #expect(try folder.read("tree/a/index.html") == Array("page".utf8))
    #expect(try TreeStamp().take(of: folder.path("tree")) == before)
    try FileManager.default.moveItem(atPath: folder.path("tree"), toPath: folder.path("renamed"))
    #expect(try TreeStamp().take(of: folder.path("renamed")) == before)
  }

  @Test func `changes with bytes of the same length, also when the time of writing is put back`() throws {
    try withTree { (folder, expectChange) in
      let path = folder.path("tree/assets/app.js")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let time = try #require(attributes[.modificationDate] as? Date)
      try folder.write(Array("assets/app.JS".utf8), to: "tree/assets/app.js")
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
      try expectChange()
    }
  }

  @Test func `changes when a file is added, removed, renamed or replaced by a link`() throws {
    try withTree { (folder, expectChange) in
      try folder.write([], to: "tree/extra")
      try expectChange()
    }
    try withTree { (folder, expectChange) in
      try FileManager.default.removeItem(atPath: folder.path("tree/index.html"))
      try expectChange()
    }
    try withTree { (folder, expectChange) in
      try FileManager.default.moveItem(
        atPath: folder.path("tree/index.html"), toPath: folder.path("tree/index.htm"))
      try expectChange()
    }
    try withTree { (folder, expectChange) in
      try FileManager.default.moveItem(
        atPath: folder.path("tree/index.html"), toPath: folder.path("aside"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("tree/index.html"), withDestinationPath: folder.path("aside"))
      try expectChange()
    }
  }

  @Test func `a folder that is not there is named`() throws {
    let error = #expect(throws: BundleError.self) { _ = try TreeStamp().take(of: "/nonexistent/tree") }
    #expect(error?.code == .notFound)
  }
}
