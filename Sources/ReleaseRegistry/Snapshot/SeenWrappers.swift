import ReleaseModel
import Synchronization

/// Which wrapper versions asked for web releases lately, on which channel; in memory only, and bounded.
///
/// Checks do nothing for it. The questions are those that a snapshot remembers answers to; they are noted here when
/// that snapshot is replaced. So "lately" is: since the last change of releases or policies, or noted at one of the
/// past two weeks. Anybody can ask, so what is known here may help a person, and never decides what devices get.
final class SeenWrappers: Sendable {
  /// How many are remembered at most.
  static let maximumCount = 2_048
  /// For how long one is remembered after it was noted.
  static let lifetimeSeconds: Int64 = 14 * 86_400

  private let seen = Mutex<[CheckQuestion.Web: Timestamp]>([:])

  /// Notes whoever asked these questions; the oldest notes make room.
  func note(_ questions: [[UInt8]], at now: Timestamp) {
    let asked = questions.compactMap(CheckQuestion.Web.init(reading:))
    seen.withLock { seen in
      for question in asked { seen[question] = now }
      seen = seen.filter { Self.isAlive($0.value, at: now) }
      guard seen.count > Self.maximumCount else { return }
      let newest = seen.sorted { $0.value > $1.value }.prefix(Self.maximumCount)
      seen = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
  }

  /// The versions that asked on a channel, these questions included; the highest first.
  func versions(
    on channel: Channel, besides questions: [[UInt8]], at now: Timestamp
  ) -> [SemanticVersion] {
    var asked = Set(questions.compactMap(CheckQuestion.Web.init(reading:)))
    seen.withLock { seen in
      for (question, time) in seen where Self.isAlive(time, at: now) { asked.insert(question) }
    }
    // Only what was parsed was remembered, so nothing is passed over here.
    return asked.filter { $0.channel == channel.name }
      .compactMap { try? SemanticVersion(parsing: $0.wrapperVersion) }.sorted(by: >)
  }

  private static func isAlive(_ time: Timestamp, at now: Timestamp) -> Bool {
    now.secondsSinceEpoch - time.secondsSinceEpoch < lifetimeSeconds
  }
}
