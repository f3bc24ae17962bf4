import Testing

@testable import HTTPServer

@Suite struct SlowClientRuleTests {
  private static let second: UInt64 = 1_000_000_000

  private static let rule = {
    var limits = HTTPLimits()
    limits.headerTimeout = .seconds(10)
    limits.idleTimeout = .seconds(60)
    limits.slowClientTimeout = .seconds(20)
    limits.minimumRate = 100
    limits.slowBodyTimeout = .seconds(15)
    limits.minimumBodyRate = 1000
    return SlowClientRule(limits)
  }()

  /// Looks once a second; returns the second of the first verdict that is not to leave it.
  private func firstCut(
    of phase: Progress.Phase, by rule: SlowClientRule = rule, served: UInt32 = 0, isRetiring: Bool = false,
    seconds: Int = 200,
    bytes: (Int) -> Int
  ) -> (second: Int, verdict: SlowClientRule.Verdict)? {
    var memory = SlowClientRule.Memory()
    for second in 0...seconds {
      let count = UInt64(bytes(second))
      let sample = SlowClientRule.Sample(
        mark: Progress.Mark(phase: phase, served: served), now: 5 + UInt64(second) * Self.second,
        status: ConnectionSocket.Status(received: count, confirmed: count, hasEnded: false),
        isRetiring: isRetiring)
      let verdict = rule.verdict(sample, &memory)
      if verdict != .leave { return (second, verdict) }
    }
    return nil
  }

  @Test func `cuts a header that comes byte by byte`() throws {
    let cut = try #require(firstCut(of: .head) { $0 })
    #expect(cut.verdict == .cutSlow)
    #expect((10...11).contains(cut.second))
  }

  @Test func `cuts a new connection that says nothing`() throws {
    #expect(try #require(firstCut(of: .head) { _ in 0 }).second == 10)
  }

  @Test func `lets a connection idle between requests`() throws {
    #expect(try #require(firstCut(of: .head, served: 3) { _ in 500 }).second == 60)
  }

  @Test func `gives the next header its own time`() throws {
    // Idle for 30 seconds, then a byte a second.
    #expect(try #require(firstCut(of: .head, served: 3) { 500 + max(0, $0 - 30) }).second == 41)
  }

  @Test func `cuts a body below the rate, and no other`() {
    let cut = firstCut(of: .body) { $0 * 999 }
    #expect(cut?.second == 15)
    #expect(cut?.verdict == .refuseSlow)
    #expect(firstCut(of: .body) { $0 * 1001 } == nil)
  }

  @Test func `cuts a body that stalls after a good start`() {
    #expect(firstCut(of: .body) { min($0, 25) * 10_000 }?.second == 45)
  }

  @Test func `cuts a byte a second of a body with the limits that are built in`() throws {
    let cut = try #require(firstCut(of: .body, by: SlowClientRule(HTTPLimits())) { $0 })
    #expect(cut.second == 15)
  }

  @Test func `cuts who does not take the answer`() {
    #expect(firstCut(of: .answer) { _ in 0 }?.second == 20)
    #expect(firstCut(of: .answer) { $0 * 101 } == nil)
  }

  @Test func `answers a client that stalls with a body that is refused`() throws {
    let stall = try #require(firstCut(of: .refusal) { min($0, 30) })
    #expect(stall.verdict == .endIncoming)
    #expect(stall.second == 31)
    #expect(firstCut(of: .refusal) { $0 } == nil)
  }

  @Test func `never hurries a handler`() {
    #expect(firstCut(of: .handler, seconds: 100_000) { _ in 0 } == nil)
  }

  @Test func `ends idle connections of a server that stops, but no request`() {
    #expect(firstCut(of: .head, served: 1, isRetiring: true) { _ in 7 }?.verdict == .cutIdle)
    #expect(firstCut(of: .body, isRetiring: true) { $0 * 1001 } == nil)
    #expect(firstCut(of: .handler, isRetiring: true) { _ in 0 } == nil)
  }

  @Test(arguments: [Progress.Phase.head, .body, .refusal])
  func `notices a client that went away`(phase: Progress.Phase) {
    var memory = SlowClientRule.Memory()
    let sample = SlowClientRule.Sample(
      mark: Progress.Mark(phase: phase, served: 0), now: 1,
      status: ConnectionSocket.Status(received: 9, confirmed: 0, hasEnded: true), isRetiring: false)
    #expect(Self.rule.verdict(sample, &memory) == .leave)
    #expect(Self.rule.verdict(sample, &memory) == .endIncoming)
  }

  @Test func `starts again with every request`() {
    var memory = SlowClientRule.Memory()
    for served in 0..<500 {
      let sample = SlowClientRule.Sample(
        mark: Progress.Mark(phase: .head, served: UInt32(served)), now: UInt64(served) * 9 * Self.second,
        status: ConnectionSocket.Status(received: UInt64(served) * 50, confirmed: 0, hasEnded: false),
        isRetiring: false)
      #expect(Self.rule.verdict(sample, &memory) == .leave)
    }
  }
}
