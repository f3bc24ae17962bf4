import ReleaseModel
import ReleaseRegistry
import Testing

@Suite struct FailedAttemptsTests {
  private let now = Timestamp(secondsSinceEpoch: 1_784_628_000)

  private func isRefused(_ address: String, _ attempts: FailedAttempts) -> Bool {
    do {
      try attempts.check(address, at: now)
      return false
    } catch {
      return error.code == .tooManyFailedAttempts
    }
  }

  @Test func `counts each address by itself`() {
    let attempts = FailedAttempts()
    for _ in 1..<FailedAttempts.maximum { attempts.note("10.0.0.1", at: now) }
    #expect(!isRefused("10.0.0.1", attempts))
    attempts.note("10.0.0.1", at: now)
    #expect(isRefused("10.0.0.1", attempts))
    #expect(!isRefused("10.0.0.2", attempts))
  }

  @Test func `counts the addresses that find no place as one`() {
    let attempts = FailedAttempts()
    for number in 0..<FailedAttempts.maximumAddresses { attempts.note("2001:db8::\(number)", at: now) }
    for number in 1..<FailedAttempts.maximum { attempts.note("10.0.0.\(number)", at: now) }
    #expect(!isRefused("10.0.1.1", attempts))
    attempts.note("10.0.1.1", at: now)
    #expect(isRefused("10.0.1.2", attempts))
    #expect(!isRefused("2001:db8::7", attempts), "an address with a place is counted by itself")
  }
}
