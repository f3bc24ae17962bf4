import ReleaseBundle
import ReleaseModel
import Testing

@Suite struct TreeDifferenceTests {
  private func manifest(_ files: [(String, String)]) -> FileManifest {
    FileManifest(
      files.map {
        .init(path: $0.0, sizeBytes: UInt64($0.1.utf8.count), sha256: .sha256(of: Array($0.1.utf8)))
      })
  }

  @Test func `tells added, removed and changed files apart`() {
    let old = manifest([("a", "1"), ("b", "2"), ("c/d", "3"), ("z", "4")])
    let new = manifest([("aa", "1"), ("b", "2"), ("c/d", "x"), ("c/e", "5"), ("z", "4")])
    let difference = TreeDifference(from: old, to: new)
    #expect(difference.added.map(\.path) == ["aa", "c/e"])
    #expect(difference.removed.map(\.path) == ["a"])
    #expect(difference.changed.map(\.new.path) == ["c/d"])
    #expect(difference.changed.map(\.old.sha256) == [.sha256(of: Array("3".utf8))])
    #expect(difference.unchangedCount == 2)
    #expect(!difference.isEmpty)
  }

  @Test func `the same files are no difference`() {
    let tree = manifest([("a", "1"), ("b", "2")])
    #expect(TreeDifference(from: tree, to: tree).isEmpty)
    #expect(TreeDifference(from: manifest([]), to: tree).added.count == 2)
    #expect(TreeDifference(from: tree, to: manifest([])).removed.count == 2)
  }

  @Test func `compares paths byte for byte`() {
    let composed = manifest([("caf\u{E9}", "1")])
    let decomposed = manifest([("cafe\u{301}", "1")])
    let difference = TreeDifference(from: composed, to: decomposed)
    #expect(difference.added.count == 1 && difference.removed.count == 1)
  }
}
