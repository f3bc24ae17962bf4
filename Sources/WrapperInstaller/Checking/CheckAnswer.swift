import ReleaseModel

/// What the server says when a device asks for its release.
enum CheckAnswer: Hashable {
  /// Run this one.
  case release(LatestRelease)
  /// There is none for this wrapper; the reason as in docs/wire.md.
  case nothing(reason: String)
  /// No answer; the reason for programs and for people.
  case unreachable(reason: String, message: String)
}
