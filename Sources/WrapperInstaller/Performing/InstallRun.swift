import ReleaseModel

/// Drives one installation: hands what happened to the plan, and what the plan says to the performer.
struct InstallRun {
  private(set) var plan: InstallPlan
  private let performer: InstallPerformer
  private let facts: DeviceFacts
  private var hasFetched = false
  /// The release that is being installed, once it came to that.
  private(set) var offer: LatestRelease?

  init(_ facts: DeviceFacts, _ performer: InstallPerformer) {
    plan = InstallPlan(facts)
    self.facts = facts
    self.performer = performer
  }

  /// Runs to the end. Whatever happens before the pointer is replaced leaves it as it was, and is cleaned up
  /// after.
  mutating func run() throws(InstallerError) -> InstallPlan.Ending {
    var action = plan.start
    while true {
      switch action {
      case .finish(let ending):
        tidy(isSettled: ending.isSettled)
        return ending
      case .fail(let error, let remedy):
        apply(remedy, because: error)
        if remedy != .keepEverything { tidy(isSettled: false) }
        throw error
      case .refresh, .ask, .look, .measure, .fetch, .unpack, .activate:
        action = plan.next(after: event(of: action))
      }
    }
  }

  private mutating func event(of action: InstallPlan.Action) -> InstallPlan.Event {
    do throws(InstallerError) {
      return try perform(action)
    } catch {
      return .failed(error)
    }
  }

  private mutating func perform(_ action: InstallPlan.Action) throws(InstallerError) -> InstallPlan.Event {
    switch action {
    case .refresh: return try performer.refresh()
    case .ask: return try performer.ask(facts.pointer)
    case .look(let offer):
      self.offer = offer
      return try performer.look(for: offer, besides: facts.pointer.candidates)
    case .measure(let offer): return try performer.measure(for: offer)
    case .fetch(let offer):
      defer { hasFetched = true }
      return try performer.fetch(offer, fromZero: hasFetched)
    case .unpack(let offer): return try performer.unpack(offer)
    case .activate(let offer, let hasStaging, let lastLook):
      return try performer.activate(offer, hasStaging: hasStaging, lastLook)
    case .finish, .fail: preconditionFailure("an end is not performed")
    }
  }

  private func apply(_ remedy: InstallPlan.Remedy, because error: InstallerError) {
    // The failure to report is the first one. What cannot be removed or noted now is found again at the next start.
    switch remedy {
    case .keepDownload, .keepEverything: break
    case .dropDownload(let offer):
      ignoringFailure { () throws(InstallerError) in try performer.dropDownload(offer) }
    case .block(let offer):
      ignoringFailure { () throws(InstallerError) in try performer.block(offer, because: error) }
      ignoringFailure { () throws(InstallerError) in try performer.dropDownload(offer) }
    }
  }

  private func tidy(isSettled: Bool) {
    // The pointer is durable, or as it was: what is left over costs space until the next start, and nothing else.
    ignoringFailure { () throws(InstallerError) in try performer.tidy(isSettled: isSettled) }
  }

  private func ignoringFailure(_ step: () throws(InstallerError) -> Void) {
    do { try step() } catch {}
  }
}

extension InstallPlan.Ending {
  /// Whether the offered release is current now, so that nothing is left to fetch.
  fileprivate var isSettled: Bool {
    switch self {
    case .took, .alreadyCurrent: true
    case .refused, .distrusted, .nothingOffered, .offline: false
    }
  }
}
