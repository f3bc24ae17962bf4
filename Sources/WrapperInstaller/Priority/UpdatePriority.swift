import ReleaseModel

/// Decides which update the page shows when there may be two: one of the wrapper in the store, one of the web release
/// in it. Events in, one offer out; no files, no clock, no network.
///
/// - A required native update beats everything, and cannot be declined.
/// - A recommended native update comes before a web update, until the user declines it. That counts for the version that
///   was offered and for lower ones; a newer one is offered again. It is forgotten when the update becomes required.
/// - Otherwise a web update is offered, until the user declines that version, or at all where the wrapper cannot restart
///   into it.
public struct UpdatePriority: Sendable, Hashable {
  private let canRestart: Bool
  private var native: NativeUpdateAdvice?
  private var web: WebUpdate
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
  }

  /// Takes an event in.
  public mutating func handle(_ event: Event) {
    switch event {
    case .advised(let advice):
      native = advice
      if advice.severity == .required { replaceDecision(.native, with: nil) }
    case .webUpdate(let update): web = update
    case .declined(let decision):
      if isOffered(decision) { replaceDecision(decision.kind, with: decision) }
    }
  }

  /// What the page shows now.
  public var offer: UpdateOffer {
    if let native, native.severity == .required { return .nativeRequired(native) }
    if let native, native.severity == .recommended, !isDeclined(native) {
      return .nativeRecommended(native)
    }
    if canRestart, case .installed(let version) = web, decision(.web)?.version != version {
      return .web(version: version)
    }
    return .nothing
  }

  private func isOffered(_ decision: UpdateDecision) -> Bool {
    switch (offer, decision.kind) {
    case (.nativeRecommended(let advice), .native): advice.latestVersion == decision.version
    case (.web(let version), .web): version == decision.version
    case (.nothing, _), (.nativeRequired, _), (.nativeRecommended, _), (.web, _): false
    }
  }

  /// A version that nobody can compare with the declined one is worth another question.
  private func isDeclined(_ native: NativeUpdateAdvice) -> Bool {
    guard let decision = decision(.native) else { return false }
    if native.latestVersion == decision.version { return true }
    guard let latest = Self.parsed(native.latestVersion), let declined = Self.parsed(decision.version) else {
      return false
    }
    return latest <= declined
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
