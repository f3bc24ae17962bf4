import Dispatch

/// Signs again, by itself, what the registry signs: looks once a minute whether something is due. Ends with this object.
package final class TrustRenewal {
  private let timer: any DispatchSourceTimer

  private static let interval = DispatchTimeInterval.seconds(60)

  /// - Parameter report: called with each failure; the next minute tries again.
  package init(of registry: Registry, report: @escaping @Sendable (RegistryError) -> Void) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "registry.trust-renewal"))
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .seconds(5))
    timer.setEventHandler { [weak registry] in
      do throws(RegistryError) {
        try registry?.renewOnlineMetadata()
      } catch {
        report(error)
      }
    }
    timer.activate()
  }

  deinit { timer.cancel() }
}
