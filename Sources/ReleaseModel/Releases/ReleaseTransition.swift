/// A change of a release's state that can be asked for.
package enum ReleaseTransition: String, Sendable, CaseIterable {
  case publish
  case pause
  case resume
  case retire

  /// The state that it leads to.
  package var target: ReleaseState {
    switch self {
    case .publish, .resume: .published
    case .pause: .paused
    case .retire: .retired
    }
  }

  /// The states that it may start from.
  package var sources: Set<ReleaseState> {
    switch self {
    case .publish: [.draft]
    case .pause: [.published]
    case .resume: [.paused]
    case .retire: [.published, .paused]
    }
  }
}
