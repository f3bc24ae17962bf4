import Glibc
import Testing

@testable import ReleaseBundle

@Suite struct ErrnoTests {
  @Test(arguments: [
    (ENOSPC, BundleErrorCode.diskFull), (EDQUOT, .diskFull), (EMFILE, .tooManyOpenFiles),
    (ENFILE, .tooManyOpenFiles),
    (EIO, .inputOutputFailed), (ENOENT, .notFound), (EACCES, .permissionDenied), (EROFS, .permissionDenied),
    (ELOOP, .wrongFileType), (ENOTDIR, .wrongFileType), (EISDIR, .wrongFileType), (ENOMEM, .outOfMemory),
    (ESTALE, .inputOutputFailed),
  ])
  func `gives every error of the system a code, the action and the cause`(
    number: Int32, code: BundleErrorCode
  ) {
    let error = BundleError(couldNot: "write 'a.js'", errno: number)
    #expect(error.code == code)
    #expect(error.cause == number)
    #expect(error.message.hasPrefix("could not write 'a.js': "))
  }

  @Test func `keeps the first error when cleaning up fails too`() {
    let first = BundleError(couldNot: "write 'a.js'", errno: ENOSPC)
    let error = first.cleaningUp("what was extracted") { () throws(BundleError) in
      throw BundleError(couldNot: "remove 'a.js'", errno: EIO)
    }
    #expect(error.code == .diskFull)
    #expect(error.message.contains("what was extracted is still there"))
    #expect(error.message.contains("could not remove 'a.js'"))
  }

  @Test func `a call that a signal interrupts is made again`() throws {
    var calls = 0
    let result = try systemCall("wait") { () -> Int32 in
      calls += 1
      if calls < 3 {
        errno = EINTR
        return -1
      }
      return 7
    }
    #expect(result == 7)
    #expect(calls == 3)
  }
}
