import Dispatch
package import ReleaseTrust

/// What a registry does by itself: looks once a minute whether metadata is to be signed again, whether reports are older
/// than they are kept, and whether people are to be told what they have to sign again. Ends with this object.
package final class RegistryUpkeep {
  private let timer: any DispatchSourceTimer

  private static let interval = DispatchTimeInterval.seconds(60)

  /// - Parameters:
  ///   - remind: called at once and then once a day while people have to sign something again soon.
  ///   - report: called with each failure, and what failed; the next minute tries again.
  package init(
    of registry: Registry, remind: @escaping @Sendable (EndingRoles) -> Void,
    report: @escaping @Sendable (_ what: String, RegistryError) -> Void
  ) {
    let reminder = EndingReminder()
    if let ending = reminder.due(registry) { remind(ending) }
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
      if let registry, let ending = reminder.due(registry) { remind(ending) }
    }
    timer.activate()
  }

  deinit { timer.cancel() }
}
