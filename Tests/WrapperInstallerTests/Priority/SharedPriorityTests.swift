import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct SharedPriorityTests {
  /// A disk that keeps what it is given when the test lets it, and may be full.
  private final class Disk: Sendable {
    private let kept = Mutex<[UpdateDecision]>([])
    private let full = Mutex(false)
    private let gate = Mutex<AsyncStream<Void>?>(nil)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    var decisions: [UpdateDecision] { kept.withLock { $0 } }

    func fill(_ isFull: Bool) { full.withLock { $0 = isFull } }

    /// Holds the next write up. Returns what lets it go on.
    func hold() -> AsyncStream<Void>.Continuation {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      gate.withLock { $0 = stream }
      return continuation
    }

    func arrival() async { for await _ in arrivals.stream { return } }

    func keep(_ decisions: [UpdateDecision]) async throws(InstallerError) {
      arrivals.continuation.yield()
      if let gate = gate.withLock({ $0.take() }) { for await _ in gate { break } }
      guard !full.withLock({ $0 }) else { throw InstallerError(.diskFull, during: .status, "full") }
      kept.withLock { $0 = decisions }
    }
  }

  private func decline(_ kind: UpdateDecision.Kind, _ version: String) -> UpdatePriority.Event {
    .declined(UpdateDecision(kind: kind, version: version, declinedAt: "2026-07-22T06:40:00Z"))
  }

  /// Declining the native update leads to the web one, which may be declined at the same time.
  private func priority(_ disk: Disk, native: NativeUpdateAdvice.Severity = .recommended) async throws
    -> SharedPriority
  {
    let priority = SharedPriority(UpdatePriority(canRestart: true)) { (decisions) throws(InstallerError) in
      try await disk.keep(decisions)
    }
    try await priority.handle(.webUpdate(.installed(version: "1.1.0")))
    try await priority.handle(.advised(advice(native, latest: "4.7.0")))
    return priority
  }

  @Test func `two decisions at once are both kept`() async throws {
    let disk = Disk()
    let priority = try await priority(disk)
    let gate = disk.hold()
    let native = decline(.native, "4.7.0")
    let first = Task { try await priority.handle(native) }
    await disk.arrival()
    // It says so only once it is kept, so the web update is not offered before that.
    #expect(await priority.offer == .nativeRecommended(try advice(.recommended, latest: "4.7.0")))
    let second = Task { [web = decline(.web, "1.1.0")] in try await priority.handle(web) }
    let third = Task { try await priority.handle(.webUpdate(.installed(version: "1.1.0"))) }
    gate.yield()
    try await first.value
    try await second.value
    try await third.value
    #expect(disk.decisions.map(\.kind) == [.native, .web])
    #expect(await priority.offer == .nothing)
  }

  @Test func `an update that becomes required is required although the disk is full`() async throws {
    let disk = Disk()
    let priority = try await priority(disk)
    try await priority.handle(decline(.native, "4.7.0"))
    #expect(disk.decisions.map(\.kind) == [.native])
    disk.fill(true)
    let required = try advice(.required, latest: "4.7.0")
    let error = await #expect(throws: InstallerError.self) { try await priority.handle(.advised(required)) }
    #expect(error?.code == .diskFull)
    #expect(await priority.offer == .nativeRequired(required))
    // The next event writes down what could not be, also when it changes nothing.
    disk.fill(false)
    try await priority.handle(.advised(required))
    #expect(disk.decisions.isEmpty)
  }

  @Test func `a decision that cannot be kept is none, and harms none after it`() async throws {
    let disk = Disk()
    let priority = try await priority(disk)
    disk.fill(true)
    await #expect(throws: InstallerError.self) { try await priority.handle(decline(.native, "4.7.0")) }
    #expect(await priority.offer == .nativeRecommended(try advice(.recommended, latest: "4.7.0")))
    disk.fill(false)
    try await priority.handle(decline(.native, "4.7.0"))
    #expect(disk.decisions.map(\.kind) == [.native])
  }
}
