import Dispatch

/// What a registry does by itself: looks once a minute whether metadata is to be signed again, and whether reports are
/// older than they are kept. Ends with this object.
package final class RegistryUpkeep {
  private let timer: any DispatchSourceTimer

  private static let interval = DispatchTimeInterval.seconds(60)

  /// - Parameter report: called with each failure, and what failed; the next minute tries again.
  package init(of registry: Registry, report: @escaping @Sendable (_ what: String, RegistryError) -> Void) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "registry.upkeep"))
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .seconds(5))
    timer.setEventHandler { [weak registry] in
      do throws(RegistryError) {
        try registry?.renewOnlineMetadata()
      } catch {
        report("the signed metadata could not be renewed", error)
      }
      do throws(RegistryError) {
        try registry?.removeOldReports()
      } catch {
        report("old reports could not be removed", error)
      }
    }
    timer.activate()
  }

  deinit { timer.cancel() }
}
