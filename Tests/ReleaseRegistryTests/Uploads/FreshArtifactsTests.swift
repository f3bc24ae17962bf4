import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@testable import ReleaseRegistry

@Suite struct FreshArtifactsTests {
  private static let now = Timestamp(secondsSinceEpoch: 1_000_000)
  private let folder: TemporaryFolder
  private let path: String
  private let digest = Digest.sha256(of: Array("bundle".utf8))
  private let fresh = FreshArtifacts()

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write("bundle".utf8, to: "bundle.zip")
    try fresh.note(digest, at: path, now: Self.now)
  }

  private func isFresh(after seconds: Int64 = 0, at path: String? = nil) throws -> Bool {
    try fresh.contains(
      digest, at: path ?? self.path,
      now: Timestamp(secondsSinceEpoch: Self.now.secondsSinceEpoch + seconds))
  }

  @Test func `knows what was stored a moment ago, and nothing else`() throws {
    #expect(try isFresh())
    #expect(try isFresh(after: FreshArtifacts.lifetimeSeconds))
    let other = Digest.sha256(of: Array("other".utf8))
    #expect(try !fresh.contains(other, at: path, now: Self.now))
  }

  @Test(arguments: [FreshArtifacts.lifetimeSeconds + 1, 100_000, -1])
  func `forgets after a while, and when the clock was set back`(seconds: Int64) throws {
    #expect(try !isFresh(after: seconds))
  }

  @Test func `sees bytes that were changed in place, although length and time of writing are as before`()
    throws
  {
    var status = stat()
    #expect(stat(path, &status) == 0)
    let times = [status.st_atim, status.st_mtim]
    // The kernel's clock for files may stand still for some milliseconds.
    repeat {
      try folder.write("BUNDLE".utf8, to: "bundle.zip")
      #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
      let changed = status.st_ctim
      #expect(stat(path, &status) == 0)
      if changed.tv_nsec != status.st_ctim.tv_nsec || changed.tv_sec != status.st_ctim.tv_sec { break }
    } while true
    #expect(try !isFresh())
  }

  @Test func `sees another file in its place, and none`() throws {
    let copy = try folder.write("bundle".utf8, to: "copy.zip")
    #expect(rename(copy, path) == 0)
    #expect(try !isFresh())
    #expect(unlink(path) == 0)
    #expect(try !isFresh())
  }

  @Test func `remembers the newest when there are too many`() throws {
    for number in 0..<FreshArtifacts.maximumCount {
      try fresh.note(.sha256(of: Array("\(number)".utf8)), at: path, now: Self.now)
    }
    #expect(try !isFresh())
    #expect(try fresh.contains(.sha256(of: Array("0".utf8)), at: path, now: Self.now))
  }
}
