import Dispatch
import ReleaseModel
import Synchronization

/// Makes reports durable, all that wait at a moment in one transaction: however many come, the disk is synced for each
/// group once, no worker waits for it, and a change that people make waits for one group at the most.
final class ReportWriter: Sendable {
  /// Is told what became of a report, once that is durable.
  typealias Completion = @Sendable (Swift.Result<ReportAcceptance, RegistryError>) -> Void

  private struct Waiting {
    let report: ArrivedReport
    let completion: Completion
  }

  private let store: any RegistryStore
  private let limits: ReportLimits
  private let counters: ReportCounters
  private let waiting = Mutex<[Waiting]>([])
  private let queue = DispatchQueue(label: "registry.reports")

  init(_ store: any RegistryStore, _ limits: ReportLimits, _ counters: ReportCounters) {
    self.store = store
    self.limits = limits
    self.counters = counters
  }

  /// Has a report written; throws `reports_busy` when too many wait already.
  func write(_ report: ArrivedReport, then completion: @escaping Completion) throws(RegistryError) {
    let place = waiting.withLock { waiting in
      guard waiting.count < limits.maximumWaiting else { return nil as Int? }
      waiting.append(Waiting(report: report, completion: completion))
      return waiting.count
    }
    guard let place else {
      throw RegistryError(
        .reportsBusy, "too many reports are on their way to the disk; send it again in a few seconds",
        retryAfterSeconds: 5)
    }
    // Whoever comes later is written by the same turn.
    if place == 1 { queue.async { self.writeAll() } }
  }

  private func writeAll() {
    let group = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard let now = group.last?.report.receivedAt else { return }
    do throws(RegistryError) {
      let acceptances = try store.change(
        { session in
          let acceptances = try group.map { try session.accept($0.report) }
          try session.removeOldReports(limits, at: now)
          return acceptances
        }, committed: { _ in })
      let accepted = zip(group, acceptances).filter { $1 == .accepted }.map(\.0.report.report)
      if !accepted.isEmpty { counters.count(accepted: accepted) }
      for (waiting, acceptance) in zip(group, acceptances) { waiting.completion(.success(acceptance)) }
    } catch {
      for waiting in group { waiting.completion(.failure(error)) }
    }
  }
}
