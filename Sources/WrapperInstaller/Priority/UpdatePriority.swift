import ReleaseModel

/// Decides which update the page shows when there may be two: one of the wrapper in the store, one of the web release
/// in it. Events in, one offer out; no files, no clock, no network.
///
/// - A required native update beats everything, until the user declines it or comes back from the store: required is no lock.
///   That counts until the server says `required` again, and is not kept for the next start.
/// - A recommended native update comes before a web update, until the user declines it or comes back from the store. That counts
///   for the version that was offered and for lower ones; a newer one is offered again. It is forgotten when the update becomes
///   required. What was declined is kept for the next start; that the user was in the store is not.
/// - Otherwise a web update is offered, until the user declines that version, or at all where the wrapper cannot restart
///   into it.
public struct UpdatePriority: Sendable, Hashable {
  private let canRestart: Bool
  private var native: NativeUpdateAdvice?
  private var web: WebUpdate
  /// The native update that the user passed by in this run of the app.
  private var passed: Passed?
  /// What the user declined, at most one of each kind. Keep it where it outlives the app, and hand it back.
  public private(set) var decisions: [UpdateDecision]

  /// Knows of no update yet.
  ///
  /// - Parameters:
  ///   - canRestart: whether this wrapper restarts into an installed web release; without, that waits for the next
  ///     launch and there is nothing to offer.
  ///   - decisions: what the user declined earlier; of two of one kind the last counts.
  public init(canRestart: Bool, decisions: [UpdateDecision] = []) {
    self.canRestart = canRestart
    native = nil
    web = .none
    passed = nil
    self.decisions = []
    for decision in decisions { replaceDecision(decision.kind, with: decision) }
  }

  /// What happens.
  public enum Event: Sendable, Hashable {
    /// The server was asked about the wrapper. A question that failed is no event: what was heard before still holds.
    case advised(NativeUpdateAdvice)
    /// The device looked for a web release, or installed or left one.
    case webUpdate(WebUpdate)
    /// The user declined what is offered. Of a kind that is not offered, or of another version, it says nothing.
    case declined(UpdateDecision)
    /// The user is back from the store, and this wrapper still runs. While no native update is offered, it says nothing.
    case returnedFromStore
  }

  /// Takes an event in.
  public mutating func handle(_ event: Event) {
    switch event {
    case .advised(let advice):
      native = advice
      if advice.severity == .required {
        replaceDecision(.native, with: nil)
        passed = nil
      }
    case .webUpdate(let update): web = update
    case .declined(let decision):
      guard isOffered(decision) else { return }
      if case .nativeRequired = offer {
        passed = Passed(version: decision.version)
      } else {
        replaceDecision(decision.kind, with: decision)
      }
    case .returnedFromStore:
      switch offer {
      case .nativeRequired(let advice), .nativeRecommended(let advice):
        passed = Passed(version: advice.latestVersion)
      case .nothing, .web: break
      }
    }
  }

  /// What the page shows now.
  public var offer: UpdateOffer {
    if let native, native.severity == .required, passed == nil { return .nativeRequired(native) }
    if let native, native.severity == .recommended, !isLeft(native) {
      return .nativeRecommended(native)
    }
    if canRestart, case .installed(let version) = web, decision(.web)?.version != version {
      return .web(version: version)
    }
    return .nothing
  }

  private func isOffered(_ decision: UpdateDecision) -> Bool {
    switch (offer, decision.kind) {
    case (.nativeRequired(let advice), .native), (.nativeRecommended(let advice), .native):
      advice.latestVersion == decision.version
    case (.web(let version), .web): version == decision.version
    case (.nothing, _), (.nativeRequired, _), (.nativeRecommended, _), (.web, _): false
    }
  }

  /// The version of a native update that the user passed by; nil when the advice named none.
  private struct Passed: Hashable {
    let version: String?
  }

  private func isLeft(_ native: NativeUpdateAdvice) -> Bool {
    if let decision = decision(.native), Self.covers(decision.version, native) { return true }
    if let passed, Self.covers(passed.version, native) { return true }
    return false
  }

  /// Whether a "not now" to one version holds for this update too. A version that nobody can compare is worth another question.
  private static func covers(_ version: String?, _ native: NativeUpdateAdvice) -> Bool {
    if native.latestVersion == version { return true }
    guard let latest = parsed(native.latestVersion), let left = parsed(version) else { return false }
    return latest <= left
  }

  private static func parsed(_ version: String?) -> SemanticVersion? {
    guard let version else { return nil }
    do {
      return try SemanticVersion(parsing: version)
    } catch {
      return nil
    }
  }

  private func decision(_ kind: UpdateDecision.Kind) -> UpdateDecision? {
    decisions.first { $0.kind == kind }
  }

  private mutating func replaceDecision(_ kind: UpdateDecision.Kind, with decision: UpdateDecision?) {
    decisions.removeAll { $0.kind == kind }
    if let decision { decisions.append(decision) }
  }
}
