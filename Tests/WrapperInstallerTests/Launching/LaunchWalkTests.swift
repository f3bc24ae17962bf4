import ReleaseBundle
import ReleaseModel
import Testing

@testable import WrapperInstaller

/// The rules of launching, walked through at random without a file.
@Suite struct LaunchWalkTests {
  @Test(arguments: [true, false])
  func `whatever happens in whatever order, there is something to start and nothing blocked comes back`(
    hasBuiltIn: Bool
  ) throws {
    var takenBack = 0
    var confirmed = 0
    for seed in 1...1_500 {
      var walk = Walk(seed: UInt64(seed), hasBuiltIn: hasBuiltIn)
      for _ in 1...40 { try walk.step() }
      takenBack += walk.takenBack
      confirmed += walk.confirmed
    }
    // A walk that never comes by what it is to prove proves nothing.
    #expect(takenBack > 500)
    #expect(confirmed > 500)
  }
}

/// One device's life.
private struct Walk {
  private static let rule = LaunchRule(attempts: 3, readyTimeout: .seconds(20))
  private static let wrappers = ["1.0.0", "2.0.0"]

  let hasBuiltIn: Bool
  private var random: Xorshift
  private var pointer = CurrentPointer()
  private var blocked = BlockedList()
  /// The trees that are on disk.
  private var trees: Set<String> = []
  /// The tokens of all launches, the running one last.
  private var tokens: [String] = []
  private var wrapper = "1.0.0"
  private var versions: Int = 0
  private(set) var takenBack = 0
  private(set) var confirmed = 0

  init(seed: UInt64, hasBuiltIn: Bool) {
    random = Xorshift(seed: seed)
    self.hasBuiltIn = hasBuiltIn
  }

  /// One event, and what has to hold after it.
  mutating func step() throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: try install()
    case 2, 3, 4: try begin()
    case 5: report(.foreground(for: .seconds(Int.random(in: 0...25, using: &random))))
    case 6: report(.background(after: .seconds(Int.random(in: 0...8, using: &random))))
    case 7: report(.ended(.byUser))
    case 8: report(.ended(.crashed))
    case 9: confirm()
    case 10: speakForOlderLaunch()
    default:
      if Bool.random(using: &random) {
        goBack()
      } else {
        wrapper = Self.wrappers.randomElement(using: &random) ?? wrapper
      }
    }
    for case let kept? in [pointer.current, pointer.lastGood] {
      #expect(trees.contains(kept.folderName), "pruned \(kept.version)")
    }
    #expect(trees.count <= 3)
    if let current = pointer.current {
      #expect(!isBlocked(current), "\(current.version) is blocked and current")
    }
  }

  private mutating func install() throws {
    if versions == 0 || !Int.random(in: 0..<4, using: &random).isMultiple(of: 4) { versions += 1 }
    let range = ["*", "^1", "^2"].randomElement(using: &random) ?? "*"
    let offer = try offer("1.\(versions).0", sequence: Int64(versions), wrapperRange: range)
    let facts = DeviceFacts(
      channel: offer.channel, wrapperVersion: try SemanticVersion(parsing: wrapper), pointer: pointer,
      blocked: blocked, builtInVersion: nil, hasBuiltIn: hasBuiltIn, limits: .standard)
    guard case .take = facts.judge(offer, by: nil, currentIsComplete: true) else { return }
    let new = ReleaseRecord(installing: offer, at: Timestamp(secondsSinceEpoch: 0))
    pointer = pointer.activating(pointer.candidates.first(where: new.isSameRelease) ?? new)
    trees.insert(new.folderName)
    prune()
  }

  private mutating func begin() throws {
    let version = try SemanticVersion(parsing: wrapper)
    let before = pointer
    let closed = Self.rule.closing(pointer)
    let decision = decide(closed, Self.rule.failures(in: closed), version)
    blocked = decision.blocked
    takenBack += decision.takenBack.count
    let token = "token \(tokens.count)"
    var release: ReleaseRecord?
    switch decision.choice.target {
    case .installed(let record):
      #expect(record.wrapperRange.contains(version))
      #expect(!isBlocked(record))
      release = record
    case .builtIn: break
    case .nothing:
      #expect(!hasBuiltIn)
      let startable = before.candidates.filter { !isBlocked($0) && $0.wrapperRange.contains(version) }
      #expect(startable.map(\.version) == [])
      pointer = decision.pointer
      pointer.launch = nil
      return
    }
    tokens.append(token)
    pointer = decision.pointer.starting(
      LaunchRecord(
        tokenSha256: .sha256(of: Array(token.utf8)), release: release,
        startedAt: Timestamp(secondsSinceEpoch: 0), progress: LaunchProgress(wrapperVersion: version)))
  }

  private mutating func report(_ event: LaunchEvent) {
    guard let token = tokens.last, pointer.isOfRunningLaunch(token), let launch = pointer.launch,
      let version = launch.progress?.wrapperVersion
    else { return }
    pointer = Self.rule.noting(event, in: pointer)
    let failures = Self.rule.failures(in: pointer).filter {
      launch.release?.isSameRelease(as: $0.release) == true
    }
    guard !failures.isEmpty else { return }
    let decision = decide(pointer, failures, version)
    guard !decision.takenBack.isEmpty else { return }
    blocked = decision.blocked
    takenBack += 1
    pointer = decision.pointer
    pointer.launch?.progress?.phase = .takenBack
  }

  private mutating func confirm() {
    guard let token = tokens.last else { return }
    let (answer, next) = pointer.confirming(token: token, blocked: blocked)
    if answer == .confirmed {
      confirmed += 1
      #expect(pointer.runningRelease.map { next.lastGood?.isSameRelease(as: $0) } == true)
    } else {
      #expect(next == pointer)
    }
    pointer = next
  }

  private mutating func speakForOlderLaunch() {
    for token in tokens.dropLast() {
      #expect(!pointer.isOfRunningLaunch(token))
      let (answer, next) = pointer.confirming(token: token, blocked: blocked)
      #expect(answer == (pointer.launch == nil ? .noLaunch : .staleToken))
      #expect(next == pointer)
    }
  }

  /// Goes back by request, as `Installation.rollback` does.
  private mutating func goBack() {
    guard let left = pointer.current else { return }
    let target = pointer.candidates.dropFirst().first { !isBlocked($0) }
    guard target != nil || hasBuiltIn else { return }
    blocked.block(
      left.artifactSha256, version: left.version, stage: .rollback, code: "x",
      at: Timestamp(secondsSinceEpoch: 0))
    pointer = pointer.goingBack(to: target)
    prune()
  }

  private mutating func prune() { trees.formIntersection(pointer.candidates.map(\.folderName)) }

  private func decide(
    _ pointer: CurrentPointer, _ failures: [LaunchFailure], _ version: SemanticVersion
  ) -> LaunchDecision {
    LaunchDecision(
      pointer, blocked: blocked, failures: failures, wrapperVersion: version, hasBuiltIn: hasBuiltIn,
      at: Timestamp(secondsSinceEpoch: 0)
    ) { [trees] record in trees.contains(record.folderName) ? .complete : .missing }
  }

  private func isBlocked(_ record: ReleaseRecord) -> Bool { blocked.entry(for: record.artifactSha256) != nil }
}

/// A generator whose numbers are the same every time.
private struct Xorshift: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
