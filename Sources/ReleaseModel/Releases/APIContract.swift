/// The contract between the web releases and the backend that this code was compiled for.
package enum APIContract {
  /// The API contract version; a release is offered only when its API-contract range contains it.
  package static let version = SemanticVersion(
    release: ReleaseTuple(major: .small(3), minor: .small(1), patch: .small(0)))
}
