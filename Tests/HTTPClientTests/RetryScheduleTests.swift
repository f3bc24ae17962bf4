import Testing

@testable import HTTPClient

@Suite struct RetryScheduleTests {
  private let environment = HTTPClientEnvironment(
    secondsSinceEpoch: { 1_784_628_000 }, wait: { _, _ in }, random: { 1 })

  private func schedule(repeatable: Bool = true, _ change: (inout RetryPolicy) -> Void = { _ in })
    -> RetrySchedule
  {
    var policy = RetryPolicy()
    change(&policy)
    return RetrySchedule(policy, isRepeatable: repeatable, environment: environment)
  }

  private func head(_ status: Int, retryAfter: String? = nil) -> ResponseHead {
    var fields = HTTPFields()
    fields["Retry-After"] = retryAfter
    return ResponseHead(status: status, fields: fields)
  }

  @Test func `waits grow exponentially up to their bound and end after the last attempt`() {
    var schedule = schedule {
      $0.maximumAttempts = 6
      $0.firstDelay = .seconds(1)
      $0.maximumDelay = .seconds(5)
    }
    let failure = HTTPClientError(.cutShort, "")
    let waits = (0..<6).map { _ in schedule.delay(after: failure) }
    #expect(waits == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5), nil])
  }

  @Test func `jitter is drawn from zero on`() {
    let still = HTTPClientEnvironment(secondsSinceEpoch: { 0 }, wait: { _, _ in }, random: { 0 })
    var schedule = RetrySchedule(RetryPolicy(), isRepeatable: true, environment: still)
    #expect(schedule.delay(after: HTTPClientError(.cutShort, "")) == .zero)
  }

  @Test(arguments: HTTPClientError.Code.allCases)
  func `only what may pass is tried again`(code: HTTPClientError.Code) {
    let transient: Set<HTTPClientError.Code> = [.unreachable, .timeout, .tooSlow, .cutShort, .sendFailed]
    var repeatable = schedule()
    #expect((repeatable.delay(after: HTTPClientError(code, "")) != nil) == transient.contains(code))
    var once = schedule(repeatable: false)
    #expect((once.delay(after: HTTPClientError(code, "")) != nil) == (code == .unreachable))
  }

  @Test(arguments: [
    (200, false), (404, false), (401, false), (408, true), (429, true), (501, false), (503, true),
  ])
  func `statuses that say later are tried again`(status: Int, again: Bool) {
    var schedule = schedule()
    #expect((schedule.delay(after: head(status)) != nil) == again)
  }

  @Test(arguments: [(503, false), (429, true)])
  func `a request that must not be repeated is only after 429`(status: Int, again: Bool) {
    var schedule = schedule(repeatable: false)
    #expect((schedule.delay(after: head(status)) != nil) == again)
  }

  @Test(arguments: [
    ("7", Duration.milliseconds(7_500)), ("0", .milliseconds(500)), ("120", .milliseconds(120_500)),
    ("121", nil),
    ("99999999999999999999", nil), ("Tue, 21 Jul 2026 10:00:30 GMT", .milliseconds(30_500)),
    ("Tue, 21 Jul 2026 09:00:00 GMT", .milliseconds(500)), ("soon", .milliseconds(500)),
    ("-5", .milliseconds(500)), ("Tuesday, 21-Jul-26 10:00:01 GMT", .milliseconds(1_500)),
  ])
  func `obeys Retry-After up to its bound`(text: String, wait: Duration?) {
    var schedule = schedule()
    #expect(schedule.delay(after: head(503, retryAfter: text)) == wait)
  }
}
