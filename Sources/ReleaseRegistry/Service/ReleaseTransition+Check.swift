import ReleaseModel

extension ReleaseTransition {
  /// Throws `invalid_transition` when a release in this state cannot make it.
  func check(_ release: WebRelease) throws(RegistryError) {
    guard !sources.contains(release.state) else { return }
    let possible = Self.allCases.filter { $0.sources.contains(release.state) }.map(\.rawValue)
    let advice =
      possible.isEmpty
      ? "nothing can be done with it any more" : "possible now: \(possible.joined(separator: ", "))"
    throw RegistryError(
      .invalidTransition,
      "\(release.channel)/\(release.releaseVersion) is \(release.state.rawValue) and cannot \(rawValue); \(advice)"
    )
  }
}
