import Foundation
import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

/// A disk that is really full: a file system of a few pages, which only root can mount.
@Suite(.enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"))
struct FullDiskTests {
  private let root: TemporaryFolder

  init() throws {
    root = try TemporaryFolder()
    try Site.write(to: root)
    try FileManager.default.createDirectory(atPath: root.path("disk"), withIntermediateDirectories: false)
  }

  /// Mounts a disk of so many bytes at `disk`, for the time of `body`.
  private func withDisk(kibibytes: Int, _ body: () throws -> Void) throws {
    let disk = try SmallDisk(at: root.path("disk"), kilobytes: kibibytes)
    defer { disk.unmount() }
    try body()
  }

  @Test(arguments: [16, 40, 80, 140])
  func `extracting to a full disk has its own code and leaves nothing behind`(kibibytes: Int) throws {
    try BundlePacker().pack(folder: root.path("site"), to: root.path("out.zip"))
    try withDisk(kibibytes: kibibytes) {
      let error = #expect(throws: BundleError.self) {
        try BundleExtractor().extract(
          path: root.path("out.zip"), into: root.path("disk/staging"), expecting: BundleExpectation())
      }
      #expect(error?.code == .diskFull)
      #expect(error?.cause == ENOSPC)
      let leftovers = try root.names(in: "disk")
      #expect(leftovers == [])
    }
  }

  @Test(arguments: [16, 40, 60])
  func `packing to a full disk has its own code and leaves nothing behind`(kibibytes: Int) throws {
    try withDisk(kibibytes: kibibytes) {
      let error = #expect(throws: BundleError.self) {
        try BundlePacker().pack(folder: root.path("site"), to: root.path("disk/out.zip"))
      }
      #expect(error?.code == .diskFull)
      let leftovers = try root.names(in: "disk")
      #expect(leftovers == [])
    }
  }
}
