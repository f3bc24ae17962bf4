import ReleaseModel
import Synchronization

/// How many reports came since the start, for `/metrics`.
final class ReportCounters: Sendable {
  /// What became of a request that sent one.
  enum Result: String, CaseIterable {
    case accepted
    /// It was accepted before.
    case replayed
    case refused
  }

  /// Channels that are counted each by itself; the reports of further ones are counted under an empty name.
  static let maximumChannels = 64

  private struct State {
    var results: [Result: UInt64] = [:]
    var outcomes: [String: [ReportOutcome: UInt64]] = [:]
    var commits: UInt64 = 0
  }

  private let state = Mutex(State())

  func count(_ result: Result) { state.withLock { $0.results[result, default: 0] += 1 } }

  /// Counts reports that became durable together.
  func count(accepted reports: [InstallReport]) {
    state.withLock { state in
      state.commits += 1
      for report in reports {
        let isCounted =
          state.outcomes[report.channel.name] != nil || state.outcomes.count < Self.maximumChannels
        state.outcomes[isCounted ? report.channel.name : "", default: [:]][report.outcome, default: 0] += 1
      }
    }
  }

  /// Transactions that reports were written in.
  var commits: UInt64 { state.withLock(\.commits) }

  /// The requests by what became of them.
  var results: [(String, UInt64)] {
    state.withLock { state in Result.allCases.map { ($0.rawValue, state.results[$0] ?? 0) } }
  }

  /// The accepted reports by channel and outcome, sorted.
  var outcomes: [(channel: String, outcome: String, count: UInt64)] {
    let counts = state.withLock(\.outcomes)
    return counts.keys.sorted().flatMap { channel in
      ReportOutcome.allCases.map { (channel, $0.rawValue, counts[channel]?[$0] ?? 0) }
    }
  }
}
