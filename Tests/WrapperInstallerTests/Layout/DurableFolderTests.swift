import Foundation
import ReleaseTesting
import Testing

@testable import ReleaseTrust
@testable import WrapperInstaller

/// Folders that somebody made who was killed before their names were durable.
@Suite struct DurableFolderTests {
  @Test(arguments: [false, true])
  func `nothing is put into a folder whose name may not be durable`(isEmpty: Bool) throws {
    let device = try TestDevice()
    try makeFolder(device.folder.path("documents/mobile-web"))
    if !isEmpty { try device.write("", to: "lock") }
    #expect(
      try codeOfFirstUse { () throws(InstallerError) in _ = try device.installation.root(.check) }
        == (isEmpty ? .storageFailed : nil))
  }

  @Test(arguments: [false, true]) func `nor into one that an app names`(isEmpty: Bool) throws {
    let folder = try TemporaryFolder()
    try makeFolder(folder.path("outbox"))
    if !isEmpty { try folder.write([], to: "outbox/file") }
    let code = try codeOfFirstUse { () throws(InstallerError) in
      _ = try FolderHandle.made(path: folder.path("outbox"), stage: .outbox)
    }
    #expect(code == (isEmpty ? .storageFailed : nil))
  }

  @Test(arguments: [false, true]) func `nor into one of trusted metadata`(isEmpty: Bool) throws {
    let folder = try TemporaryFolder()
    try makeFolder(folder.path("trust"))
    if !isEmpty { try folder.write([], to: "trust/root.json") }
    let fails = try onThreadOfItsOwn { () throws -> Bool in
      try failEverySync()
      do throws(TrustError) {
        _ = try StoreFolder(path: folder.path("trust"), waiting: false)
        return false
      } catch {
        return true
      }
    }
    #expect(fails == isEmpty)
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// What a use of a folder fails with when nothing can be synced.
  private func codeOfFirstUse(_ use: @escaping () throws(InstallerError) -> Void) throws -> InstallerError
    .Code?
  {
    try onThreadOfItsOwn { () throws -> InstallerError.Code? in
      try failEverySync()
      do throws(InstallerError) {
        try use()
        return nil
      } catch {
        return error.code
      }
    }
  }
}
