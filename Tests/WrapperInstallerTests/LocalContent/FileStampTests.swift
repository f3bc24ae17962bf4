import Glibc
import Testing

@testable import WrapperInstaller

@Suite struct FileStampTests {
  private func attributes(_ change: (inout stat) -> Void = { _ in }) -> stat {
    var attributes = stat()
    attributes.st_mode = S_IFREG | 0o644
    attributes.st_size = 5
    attributes.st_ino = 7
    attributes.st_mtim = timespec(tv_sec: 100, tv_nsec: 1)
    attributes.st_ctim = timespec(tv_sec: 200, tv_nsec: 2)
    change(&attributes)
    return attributes
  }

  @Test func `a write, a change and another file give another stamp`() {
    let stamp = FileStamp(attributes())
    #expect(FileStamp(attributes()) == stamp)
    #expect(FileStamp(attributes { $0.st_size = 6 }) != stamp)
    #expect(FileStamp(attributes { $0.st_ino = 8 }) != stamp)
    #expect(FileStamp(attributes { $0.st_dev = 9 }) != stamp)
    #expect(FileStamp(attributes { $0.st_mtim.tv_nsec = 2 }) != stamp)
    #expect(FileStamp(attributes { $0.st_ctim.tv_nsec = 3 }) != stamp)
  }

  @Test(
    arguments: [(203, false), (204, true), (100, false), (100_000, true)] as [(Int64, Bool)])
  func `a stamp is settled three seconds after its last time`(seconds: Int64, isSettled: Bool) {
    #expect(FileStamp(attributes()).isSettled(at: seconds * 1_000_000_000) == isSettled)
  }
}
